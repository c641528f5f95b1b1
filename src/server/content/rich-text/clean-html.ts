import sanitizeHtml from 'sanitize-html'

/** A product box is kept as the id of its product alone; readers get the product as it is when they read. */
const PRODUCT_ID = 'data-product-id'

const allowList: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'cite', 'pre', 'code'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'mark', 'small', 'abbr'],
    ...['a', 'img', 'figure', 'figcaption', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    'div',
  ],
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    ol: ['start', 'reversed'],
    abbr: ['title'],
    div: [PRODUCT_ID],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: safeTarget(attribs) }),
    img: (tagName, attribs) => ({ tagName, attribs: { alt: '', loading: 'lazy', ...attribs } }),
    div: (_, attribs) => productBox(attribs[PRODUCT_ID]),
    iframe: (_, { src = '' }) => plainLink(src),
  },
}

/**
 * The allow-list for the body of a post: what an article needs, nothing that runs. Runs at each write, whoever writes
 * (editor, import, seed); what a page shows was cleaned by it.
 */
export function cleanHtml(html: string): string {
  const clean = (text: string) => emptyBoxes(sanitizeHtml(text, allowList))
  let cleaned = clean(html)
  // A tag that was taken out may have kept two others apart. What is stored reads the same however often it is read.
  for (let reading = 2; reading <= 6; reading++) {
    const again = clean(cleaned)
    if (again === cleaned) break
    cleaned = again
  }
  return cleaned
}

/** What readers get beside it: product boxes, and pictures in several widths and formats. */
const shownList: sanitizeHtml.IOptions = {
  ...allowList,
  allowedTags: [...(allowList.allowedTags as string[]), 'picture', 'source'],
  allowedAttributes: {
    ...allowList.allowedAttributes,
    a: ['href', 'title', 'target', 'rel', 'aria-label'],
    img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading'],
    source: ['type', 'srcset', 'sizes'],
  },
}

/** The HTML that readers get, with whole addresses in its links and images, for those that show it away from the site. */
export function withAbsoluteAddresses(html: string, origin: string): string {
  const absolute = (tagName: string, attribs: Record<string, string>) => {
    const { href, src, srcset } = attribs
    const whole = { ...attribs }
    if (href?.startsWith('/')) whole.href = origin + href
    if (src?.startsWith('/')) whole.src = origin + src
    if (srcset) whole.srcset = srcset.replace(/(^|, )\//g, `$1${origin}/`)
    return { tagName, attribs: whole }
  }
  return sanitizeHtml(html, { ...shownList, transformTags: { a: absolute, img: absolute, source: absolute } })
}

/** The words of cleaned HTML, for search and for counting. */
export function textOf(html: string): string {
  const spaced = html.replace(/<(?:\/?(?:p|h[1-6]|li|tr|td|th|blockquote|div|br)\b)/g, ' $&')
  const text = sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {} })
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
}

export function countWords(html: string): number {
  return textOf(html).split(' ').filter(Boolean).length
}

/** A tag that `emptyBoxes` takes away; what is in it stays. */
const unwrapped = { tagName: 'div', attribs: {} }

function productBox(id = ''): sanitizeHtml.Tag {
  return /^[1-9]\d{0,8}$/.test(id) ? { tagName: 'div', attribs: { [PRODUCT_ID]: id } } : unwrapped
}

/** What another site would show inside a page is a link to it. */
function plainLink(address: string): sanitizeHtml.Tag {
  return /^https?:\/\//i.test(address) ? { tagName: 'a', attribs: { href: address }, text: address } : unwrapped
}

/** The only `div` that stays is a product box. It is empty: what stood in it follows it. */
function emptyBoxes(html: string): string {
  return html.replace(/<\/?div>/g, '').replace(/<div [^>]*>/g, '$&</div>')
}

/** A link to another window gets no handle on this one. */
function safeTarget({ target, rel, ...rest }: Record<string, string>): Record<string, string> {
  if (target !== '_blank') return rel ? { ...rest, rel } : rest
  const words = new Set([...(rel ?? '').split(/\s+/).filter(Boolean), 'noopener'])
  return { ...rest, target, rel: [...words].join(' ') }
}
