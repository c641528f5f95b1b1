import sanitizeHtml from 'sanitize-html'

const allowList: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'cite', 'pre', 'code'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'mark', 'small', 'abbr'],
    ...['a', 'img', 'figure', 'figcaption', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    ol: ['start', 'reversed'],
    abbr: ['title'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: safeTarget(attribs) }),
    img: (tagName, attribs) => ({ tagName, attribs: { alt: '', loading: 'lazy', ...attribs } }),
  },
}

/**
 * The allow-list for the body of a post: what an article needs, nothing that runs. Runs at each write, whoever writes
 * (editor, import, seed); what a page shows was cleaned by it.
 */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, allowList)
}

/** Cleaned HTML whose links and images name the whole address, for readers that show it away from the site. */
export function withAbsoluteAddresses(html: string, origin: string): string {
  const absolute = (name: 'href' | 'src') => (tagName: string, attribs: Record<string, string>) => {
    const value = attribs[name]
    return { tagName, attribs: value?.startsWith('/') ? { ...attribs, [name]: origin + value } : attribs }
  }
  return sanitizeHtml(html, { ...allowList, transformTags: { a: absolute('href'), img: absolute('src') } })
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

/** A link to another window gets no handle on this one. */
function safeTarget({ target, rel, ...rest }: Record<string, string>): Record<string, string> {
  if (target !== '_blank') return rel ? { ...rest, rel } : rest
  const words = new Set([...(rel ?? '').split(/\s+/).filter(Boolean), 'noopener'])
  return { ...rest, target, rel: [...words].join(' ') }
}
