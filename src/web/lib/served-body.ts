/** The element whose HTML is the content of a post, which the state of the page therefore need not repeat. */
export const POST_BODY = 'post-body'

/** The HTML of bodies whose blocks have started, as the server sent it. */
const servedHtml = new WeakMap<Element, string>()

export function keepServedHtml(body: Element): void {
  servedHtml.set(body, body.innerHTML)
}

export function servedHtmlOf(body: Element | null): string | undefined {
  return body ? (servedHtml.get(body) ?? body.innerHTML) : undefined
}

/** The entries of the list of contents that the server rendered; undefined without one. */
export function servedContents(): { id: string; text: string }[] | undefined {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents-list a')]
  // `hash` would encode the characters of other scripts.
  const entries = links.map((link) => ({ id: link.getAttribute('href')!.slice(1), text: link.text }))
  return entries.length > 0 ? entries : undefined
}
