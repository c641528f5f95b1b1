import { element, type HtmlElement, type HtmlNode } from '../content/html-tree.ts'
import { type Notes, renderCard } from './ghost-cards.ts'
import { isRow, type JsonRow, parsedJson } from './json-rows.ts'

/** Markups that are open at the same time at most. */
const DEPTH_MAX = 100

/**
 * The sections of Ghost's editor of versions 2 to 4 in HTML, formats 0.3.0 to 0.3.2: each is an array that begins with its kind.
 * Undefined if the text is in another format.
 */
export function renderMobiledoc(json: string, notes: Notes): HtmlNode[] | undefined {
  const document = parsedJson(json)
  if (!isRow(document) || !Array.isArray(document.sections)) return undefined
  return document.sections.flatMap((section: unknown) => renderSection(listOf(section), document, notes))
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function renderSection([kind, ...rest]: unknown[], document: JsonRow, notes: Notes): HtmlNode[] {
  const [first, second] = rest
  if (kind === 1) return [element(tagOf(first, 'p'), {}, renderMarkers(listOf(second), document, notes))]
  if (kind === 2) return [element('img', { src: textOf(first), alt: '' }, [])]
  if (kind === 3) {
    const items = listOf(second).map((item) => element('li', {}, renderMarkers(listOf(item), document, notes)))
    return [element(tagOf(first, 'ul'), {}, items)]
  }
  if (kind === 10) {
    const [type, card] = listOf(listOf(document.cards)[Number(first)])
    return renderCard(textOf(type), isRow(card) ? card : {}, notes)
  }
  notes.add('A section of an unknown kind was left out.')
  return []
}

/** Other sections are plain paragraphs; `aside` and `pull-quote` are quotations. */
function tagOf(value: unknown, otherwise: string): string {
  const tag = textOf(value).toLowerCase()
  if (tag === 'aside' || tag === 'pull-quote') return 'blockquote'
  return /^(?:p|h[1-6]|blockquote|ul|ol)$/.test(tag) ? tag : otherwise
}

/** Each marker opens some of the document's markups, closes the last ones, and has a text or an atom between. */
function renderMarkers(markers: readonly unknown[], document: JsonRow, notes: Notes): HtmlNode[] {
  const root = element('', {}, [])
  const open: HtmlElement[] = [root]
  for (const marker of markers) {
    const [kind, opened, closed, value] = listOf(marker)
    for (const index of listOf(opened)) {
      const markup = markupOf(listOf(document.markups)[Number(index)])
      if (open.length > DEPTH_MAX) continue
      open.at(-1)!.children.push(markup)
      open.push(markup)
    }
    open.at(-1)!.children.push(...(kind === 1 ? atomOf(value, document, notes) : [textOf(value)]))
    for (let closes = Number(closed) || 0; closes > 0 && open.length > 1; closes -= 1) open.pop()
  }
  return root.children
}

function markupOf(value: unknown): HtmlElement {
  const [tag, attributes] = listOf(value)
  const name = textOf(tag).toLowerCase()
  if (!/^(?:a|b|strong|i|em|s|u|code|sub|sup|mark|del)$/.test(name)) return element('span', {}, [])
  const pairs = listOf(attributes)
  const href = pairs[pairs.indexOf('href') + 1]
  return element(name, name === 'a' ? { href: textOf(href) } : {}, [])
}

/** Ghost has an atom for line breaks only. */
function atomOf(value: unknown, document: JsonRow, notes: Notes): HtmlNode[] {
  const [name, text] = listOf(listOf(document.atoms)[Number(value)])
  if (name === 'soft-return') return [element('br', {}, [])]
  if (!textOf(text)) notes.add(`The part “${textOf(name)}” was left out.`)
  return [textOf(text)]
}
