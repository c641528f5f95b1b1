import { BLOCK } from '../../../../contract/content/blocks.ts'
import { bodyMarkup, storedHref, storedSrc } from '../../../../contract/content/body-markup.ts'
import { declaredAttributes } from './blocks/editor-block.ts'
import { parseHtmlFragment } from './parse-html-fragment.ts'

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
    for (const { name: attribute, value } of attributes ? [...element.attributes] : [])
      if (!attributes!.includes(attribute) || !isStored(attribute, value))
        removed.add(`<${name} ${attribute.replace(/^data-(?=style$|on)/, '')}>`)
  }
  return [...removed]
}

function isStored(attribute: string, value: string): boolean {
  if (attribute === 'href') return storedHref(value) !== undefined
  return attribute !== 'src' || storedSrc(value) !== undefined
}
