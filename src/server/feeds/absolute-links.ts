import sanitizeHtml from 'sanitize-html'

/** HTML whose links and images name the whole address, for readers that show it away from the site. */
export function absoluteLinks(html: string, origin: string): string {
  const absolute = (name: 'href' | 'src') => (tagName: string, attribs: Record<string, string>) => {
    const value = attribs[name]
    return {
      tagName,
      attribs: value?.startsWith('/') && !value.startsWith('//') ? { ...attribs, [name]: origin + value } : attribs,
    }
  }
  return sanitizeHtml(html, {
    // What is kept was cleaned when it was written; here only addresses change.
    allowedTags: false,
    allowedAttributes: false,
    transformTags: { a: absolute('href'), img: absolute('src') },
  })
}
