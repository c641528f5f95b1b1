import { parseHtmlFragment } from './parse-html-fragment.ts'
import { roundTrip } from './serialize-html.ts'

/** Other names of the same thing. */
const sameAs: Record<string, string> = { b: 'strong', i: 'em', del: 's', strike: 's' }

/** Elements whose coming and going changes nothing that a reader sees: their text is compared by itself. */
const shells = new Set(['p', 'br', 'span', 'font', 'tbody', 'colgroup', 'col', 'div', 'section', 'article'])

const attributes: Record<string, string[]> = {
  a: ['href', 'title', 'rel', 'target'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  ol: ['start', 'reversed'],
  th: ['colspan', 'rowspan', 'scope'],
  td: ['colspan', 'rowspan'],
  abbr: ['title'],
}

/** What HTML would lose in the visual editor, in words such as `<dl>` and `<ol reversed>`; nothing for most texts. */
export function unsupportedMarkup(html: string): string[] {
  if (html.trim() === '') return []
  const [before, after] = [parseHtmlFragment(html), parseHtmlFragment(roundTrip(html))]
  const [had, has] = [countElements(before), countElements(after)]
  const lost = [...had].filter(([name, count]) => count > (has.get(name) ?? 0)).map(([name]) => name)
  return wordsOf(before) === wordsOf(after) ? lost : [...lost, 'some of the text']
}

function countElements(root: HTMLElement): Map<string, number> {
  const counts = new Map<string, number>()
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    const tag = element.localName
    const name = sameAs[tag] ?? tag
    if (element.dataset.productId) count('product box')
    else if (!shells.has(name)) count(`<${name}>`)
    for (const attribute of attributes[tag] ?? []) {
      const value = element.getAttribute(attribute)
      if (value && value !== '1') count(`<${name} ${attribute}>`)
    }
  }
  return counts
}

function wordsOf(root: HTMLElement): string {
  return (root.textContent ?? '').replace(/\s+/g, '')
}
