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
