import { storedHref, storedSrc } from '../../../../contract/content/body-markup.ts'
import { trustedHtml } from '../../../lib/trusted-html.ts'

const tag = /(<[a-z][^\s"'/>]*)((?:[^"'>]|"[^"]*"|'[^']*')*>)/gi
const sheet = /<style\b[^>]*>[\s\S]*?<\/style\s*>/gi
const attribute = /([^\s"'<>/=]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?/g

/**
 * Parses HTML in an inert document: no script runs and nothing loads. Inline styles and handlers become `data-style` and
 * `data-on…`, because browsers report them to the content security policy even there.
 */
export function parseHtmlFragment(html: string): HTMLElement {
  return new DOMParser().parseFromString(trustedHtml(disableActiveContent(html)), 'text/html').body
}

/** Changes the addresses of links and pictures to those that the server stores, and removes others. */
export function storeAddresses(root: HTMLElement): HTMLElement {
  for (const [selector, name, stored] of [
    ['a[href]', 'href', storedHref],
    ['img[src]', 'src', storedSrc],
  ] as const)
    for (const element of root.querySelectorAll(selector)) {
      const address = stored(element.getAttribute(name)!)
      if (address === undefined) element.removeAttribute(name)
      else element.setAttribute(name, address)
    }
  return root
}

/** Removes style sheets and renames inline styles and event handlers to data attributes. */
export function disableActiveContent(html: string): string {
  const rename = (pair: string, name: string) => (/^(?:style|on[a-z]+)$/i.test(name) ? `data-${pair}` : pair)
  return html.replace(sheet, '').replace(tag, (_, name: string, rest: string) => name + rest.replace(attribute, rename))
}
