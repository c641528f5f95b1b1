import { languageTag } from '../../../../contract/accounts/region.ts'
import { BLOCK } from '../../../../contract/content/blocks.ts'
import { bodyMarkup } from '../../../../contract/content/body-markup.ts'
import { isWebUrl } from '../../../../contract/platform/urls.ts'
import { parseHtmlFragment, storeAddresses } from './parse-html-fragment.ts'

/**
 * Cleans HTML pasted from Word, Google Docs and web pages: removes styles, classes, wrappers and empty lines, converts
 * Word's list paragraphs to lists, and styles for bold or italic to elements.
 */
export function cleanPasted(html: string): string {
  const root = storeAddresses(parseHtmlFragment(withoutConditionals(html)))
  for (const element of root.querySelectorAll('style, script, meta, link, title, xml, template, noscript'))
    element.remove()
  dropComments(root)
  restoreSpaces(root)
  if (/mso-list|MsoListParagraph/i.test(html)) convertWordLists(root)
  markLanguages(root, /\bmso-/i.test(html))
  for (const element of [...root.querySelectorAll<HTMLElement>('*')]) cleanElement(element)
  for (const heading of root.querySelectorAll('h1')) rename(heading, 'h2')
  for (const heading of root.querySelectorAll('h5, h6')) rename(heading, 'h4')
  for (const line of root.querySelectorAll('p')) if (isEmpty(line) && !line.closest('td, th, li')) line.remove()
  removeBlankNodes(root)
  return root.innerHTML
}

/** Removes Word's conditional comments such as `<![if !supportLists]>`, which parsers do not handle consistently. */
function withoutConditionals(html: string): string {
  return html.replace(/<!\[[^>]*\]>/g, '')
}

/**
 * WebKit and Chromium put a space next to an element on the clipboard as a non-breaking one in a span of its own. The
 * non-breaking spaces of the author are not alone in a span.
 */
function restoreSpaces(root: HTMLElement): void {
  for (const span of root.querySelectorAll<HTMLElement>('span.Apple-converted-space, span:not([class], [data-style])'))
    if (/^[ \u00a0]+$/.test(span.textContent ?? '')) span.replaceWith(' ')
}

function dropComments(root: Node): void {
  for (const node of [...root.childNodes]) {
    if (node.nodeType === Node.COMMENT_NODE) node.parentNode?.removeChild(node)
    else dropComments(node)
  }
}

/**
 * Puts the words of an inline element with a language, such as `<i lang="fr">`, into a span of that language. Word and Outlook
 * give every word the language of the keyboard; these attributes are ignored.
 */
function markLanguages(root: HTMLElement, isOffice: boolean): void {
  for (const element of root.querySelectorAll<HTMLElement>('[lang]')) {
    if (isOffice) element.removeAttribute('lang')
    else if (element.matches('i, em, cite, q, b, strong, a')) wrapContent(element, 'span').lang = element.lang
  }
}

function cleanElement(element: HTMLElement): void {
  const tag = element.localName
  const style = styleOf(element)
  const isNewline = tag === 'br' && element.className.includes('Apple-interchange-newline')
  if (tag === 'a') unwrapRedirect(element)
  for (const { name } of [...element.attributes]) if (!isAllowedAttribute(tag, name)) element.removeAttribute(name)
  // Google Docs states the usual direction for every paragraph.
  if (element.dir === 'ltr') element.removeAttribute('dir')
  if (isNewline) element.remove()
  else if (tag === 'span' || tag === 'font' || tag.includes(':')) {
    for (const mark of marksOf(style)) wrapContent(element, mark)
    if (tag !== 'span' || !languageTag(element.lang)) unwrap(element)
  } else if (isNeutralized(tag, style) || (tag === 'u' && element.closest('a'))) unwrap(element)
  else if (tag === 'div' && !isBox(element) && !hasBlocks(element)) rename(element, 'p')
}

/** An empty `div` that stands for products. */
function isBox(element: HTMLElement): boolean {
  return element.dataset.productId !== undefined || element.hasAttribute(BLOCK)
}

/** Google Docs wraps everything in a `<b>` with a normal font weight. */
function isNeutralized(tag: string, style: Record<string, string>): boolean {
  if (/^(b|strong)$/.test(tag)) return /^(normal|[1-4]00)$/.test(style['font-weight'] ?? '')
  return /^(i|em)$/.test(tag) && style['font-style'] === 'normal'
}

function isAllowedAttribute(tag: string, name: string): boolean {
  return name === 'data-pm-slice' || (bodyMarkup.get(tag)?.includes(name) ?? false)
}

function styleOf(element: HTMLElement): Record<string, string> {
  const rules = (element.getAttribute('data-style') ?? '').split(';').map((rule) => rule.split(':'))
  return Object.fromEntries(
    rules.map(([name = '', ...value]) => [name.trim().toLowerCase(), value.join(':').trim().toLowerCase()]),
  )
}

function marksOf(style: Record<string, string>): string[] {
  const decoration = style['text-decoration'] ?? style['text-decoration-line'] ?? ''
  const marks: string[] = []
  if (/^(bold|bolder|[6-9]00)$/.test(style['font-weight'] ?? '')) marks.push('strong')
  if (style['font-style'] === 'italic') marks.push('em')
  if (decoration.includes('line-through')) marks.push('s')
  if (style['vertical-align'] === 'super') marks.push('sup')
  if (style['vertical-align'] === 'sub') marks.push('sub')
  return marks
}

/** Google Docs replaces links with redirects through google.com. */
function unwrapRedirect(link: HTMLElement): void {
  const href = link.getAttribute('href') ?? ''
  if (!/^https:\/\/www\.google\.com\/url\?/.test(href)) return
  const target = new URL(href).searchParams.get('q')
  if (target && isWebUrl(target)) link.setAttribute('href', target)
}

type WordItem = { paragraph: HTMLElement; level: number; list: string; isOrdered: boolean }

/** Word marks list items as paragraphs with `mso-list:l0 level2 lfo1` and a typed bullet. */
function convertWordLists(root: HTMLElement): void {
  const items = [...root.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6')].map(readWordItem)
  let open: { list: HTMLElement; level: number; name: string }[] = []
  let previous: HTMLElement | undefined
  for (const item of items) {
    if (!item) continue
    const { paragraph, level, list: name, isOrdered } = item
    if (!previous || previous !== paragraph.previousElementSibling || open[0]?.name !== name) open = []
    while (open.length > 0 && open.at(-1)!.level > level) open.pop()
    if (open.length === 0 || open.at(-1)!.level < level) {
      const list = root.ownerDocument.createElement(isOrdered ? 'ol' : 'ul')
      const parent = open.at(-1)?.list.lastElementChild
      if (parent) parent.append(list)
      else paragraph.before(list)
      open.push({ list, level, name })
    }
    const entry = root.ownerDocument.createElement('li')
    entry.append(...paragraph.childNodes)
    open.at(-1)!.list.append(entry)
    paragraph.remove()
    previous = open[0]!.list
  }
}

function readWordItem(paragraph: HTMLElement): WordItem | undefined {
  const found = /(l\d+)\s+level(\d+)/.exec(styleOf(paragraph)['mso-list'] ?? '')
  if (!found) return undefined
  const bullet = [...paragraph.querySelectorAll<HTMLElement>('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('data-style') ?? ''),
  )
  const isOrdered = /^\s*\(?(\d+|[a-z]|[ivxlc]+)[.)]/i.test(bullet?.textContent ?? '')
  bullet?.remove()
  return { paragraph, list: found[1]!, level: Number(found[2]), isOrdered }
}

/** Removes whitespace and line breaks between blocks, which would become empty lines. */
function removeBlankNodes(root: HTMLElement): void {
  root.normalize()
  for (const node of [...root.childNodes]) {
    const isBlank = node.nodeName === 'BR' || (node.nodeType === Node.TEXT_NODE && node.textContent?.trim() === '')
    if (isBlank && (isBlock(node.previousSibling) || isBlock(node.nextSibling))) node.remove()
  }
}

const blockNames = /^(P|DIV|H[1-6]|UL|OL|TABLE|BLOCKQUOTE|PRE|FIGURE|HR|ASIDE|SECTION|DETAILS)$/

function isBlock(node: Node | null): boolean {
  return node !== null && blockNames.test(node.nodeName)
}

function hasBlocks(element: HTMLElement): boolean {
  return [...element.querySelectorAll('*')].some(isBlock)
}

function isEmpty(element: Element): boolean {
  return (element.textContent ?? '').trim() === '' && !element.querySelector(`img, hr, [data-product-id], [${BLOCK}]`)
}

function wrapContent(element: HTMLElement, tag: string): HTMLElement {
  const wrapper = element.ownerDocument.createElement(tag)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
  return wrapper
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes)
}

function rename(element: Element, tag: string): void {
  const other = element.ownerDocument.createElement(tag)
  other.append(...element.childNodes)
  element.replaceWith(other)
}
