const tag = /(<[a-z][^\s"'/>]*)((?:[^"'>]|"[^"]*"|'[^']*')*>)/gi
const sheet = /<style\b[^>]*>[\s\S]*?<\/style\s*>/gi
const attribute = /([^\s"'<>/=]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?/g

/**
 * HTML apart from the page: nothing in it runs, nothing is loaded. Inline styles and handlers, which the page's policy
 * reports even there, are found as `data-style` and `data-on…`.
 */
export function parseHtmlFragment(html: string): HTMLElement {
  return new DOMParser().parseFromString(disableActiveContent(html), 'text/html').body
}

/** HTML without style sheets, its inline styles and handlers under names that mean nothing to a browser. */
export function disableActiveContent(html: string): string {
  const rename = (pair: string, name: string) => (/^(?:style|on[a-z]+)$/i.test(name) ? `data-${pair}` : pair)
  return html.replace(sheet, '').replace(tag, (_, name: string, rest: string) => name + rest.replace(attribute, rename))
}
