import { languageTag } from '../../../../contract/accounts/region.ts'
import { BLOCK } from '../../../../contract/content/blocks.ts'
import { bodyMarkup, storedHref, storedSrc } from '../../../../contract/content/body-markup.ts'
import { declaredAttributes } from './blocks/editor-block.ts'
import { parseHtmlFragment } from './parse-html-fragment.ts'
import { roundTrip } from './serialize-html.ts'

/** Equivalent elements that count as one. */
const aliases: Record<string, string> = { b: 'strong', i: 'em', del: 's', strike: 's' }

/** Elements without visible effect of their own; their text is compared separately. */
const ignoredElements = new Set(['p', 'br', 'span', 'font', 'tbody', 'colgroup', 'col', 'div', 'section', 'article'])

/** The markup that the visual editor would drop, such as `<dl>` and `<ol reversed>`. */
export function unsupportedMarkup(html: string): string[] {
  if (html.trim() === '') return []
  const [before, after] = [parseHtmlFragment(html), parseHtmlFragment(roundTrip(html))]
  const remaining = countElements(after)
  const lost = [...countElements(before)]
    .filter(([name, count]) => count > (remaining.get(name) ?? 0))
    .map(([name]) => name)
  return textWithoutSpaces(before) === textWithoutSpaces(after) ? lost : [...lost, 'some of the text']
}

function countElements(root: HTMLElement): Map<string, number> {
  const counts = new Map<string, number>()
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    const tag = element.localName
    const name = aliases[tag] ?? tag
    const block = declaredAttributes(element)
    if (block) count(`${block[BLOCK]} block`)
    if (tag === 'div' && element.dataset.productId) count('product box')
    else if (!ignoredElements.has(name)) count(`<${name}>`)
    for (const attribute of bodyMarkup.get(tag) ?? []) {
      // The server adds it to every picture.
      if (attribute === 'loading') continue
      const value = element.getAttribute(attribute)
      if (value && value !== '1') count(`<${name} ${attribute}>`)
    }
  }
  return counts
}

function textWithoutSpaces(root: HTMLElement): string {
  return (root.textContent ?? '').replace(/\s+/g, '')
}

/** Elements whose removal changes nothing that a reader sees. */
const invisible = new Set(['div', 'span', 'font', 'colgroup', 'col'])

/** The markup that the server removes when HTML is saved, such as `<video>` or the address of `<a href="ftp:…">`. */
export function removedMarkup(html: string): string[] {
  const removed = new Set<string>()
  for (const element of parseHtmlFragment(html).querySelectorAll<HTMLElement>('*')) {
    const name = element.localName
    const attributes = bodyMarkup.get(name)
    if (!attributes && !invisible.has(name)) removed.add(`<${name}>`)
    if (element.hasAttribute(BLOCK) && !declaredAttributes(element)) removed.add(`${element.getAttribute(BLOCK)} block`)
    // Styles and handlers have another name in an inert fragment.
    const read =
      name === 'span' ? [...element.attributes].filter((own) => own.name === 'lang') : [...element.attributes]
    for (const { name: attribute, value } of attributes ? read : [])
      if (!attributes!.includes(attribute) || !isStored(attribute, value))
        removed.add(`<${name} ${attribute.replace(/^data-(?=style$|on)/, '')}>`)
  }
  return [...removed]
}

function isStored(attribute: string, value: string): boolean {
  if (attribute === 'lang') return languageTag(value) !== undefined
  if (attribute === 'href') return storedHref(value) !== undefined
  return attribute !== 'src' || storedSrc(value) !== undefined
}
