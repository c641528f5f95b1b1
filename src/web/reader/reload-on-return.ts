import { isHydrated } from './load-client.ts'

/**
 * Loads the page that Back or Forward leads to. The entries that the client has added to the history lead to this document, even
 * if it was loaded again since and shows another page.
 */
export function reloadOnReturn(): void {
  const { notFound } = document.querySelector<HTMLScriptElement>('script[data-entry]')!.dataset
  // The specification shows the not-found page under its own URL.
  if (notFound !== undefined) history.replaceState(null, '', '/not-found')
  const shown = currentPage()
  addEventListener('popstate', () => {
    if (!isHydrated() && currentPage() !== shown) location.reload()
  })
}

function currentPage(): string {
  return location.pathname + location.search
}
