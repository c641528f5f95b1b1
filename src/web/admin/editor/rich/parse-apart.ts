/** HTML apart from the page: nothing in it runs, nothing is loaded. */
export function parseApart(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body
}
