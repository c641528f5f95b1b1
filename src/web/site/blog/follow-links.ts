/** Makes the internal links of HTML that React did not create navigate within the app; returns a function that ends it. */
export function followLinks(element: HTMLElement, navigate: (href: string) => void): () => void {
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    const href = link?.getAttribute('href')
    if (!link || !href?.startsWith('/') || href.startsWith('//') || link.target || isFile(href)) return
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(href)
  }
  element.addEventListener('click', follow)
  return () => element.removeEventListener('click', follow)
}

/** URLs of the site that are files, not pages. */
function isFile(href: string): boolean {
  return /^\/(media|api|share)\/|\.(xml|json|txt)$/.test(href)
}
