import { PAGE_VIEW_HEADER } from '../../contract/shop/page-view-header.ts'

/** Reports the view of a page whose load the server does not count, with the value of the header. */
export function reportView(path: string, from: string): void {
  fetch(path, { method: 'HEAD', headers: { [PAGE_VIEW_HEADER]: from } }).catch(() => {})
}

/** Reports the view of a page that the browser has prefetched or prerendered once, when it is shown, with its referrer. */
export function reportActivation(): void {
  const report = () => reportView(location.href, document.referrer || 'direct')
  const [load] = performance.getEntriesByType('navigation') as { activationStart?: number; deliveryType?: string }[]
  if ((document as { prerendering?: boolean }).prerendering) document.addEventListener('prerenderingchange', report)
  else if (load?.activationStart || load?.deliveryType?.includes('prefetch')) report()
}
