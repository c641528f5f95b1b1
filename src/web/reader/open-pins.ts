import { loadPinBoard, openPin } from '../site/pin/pin-window.ts'

/** Opens the links with `data-pin` in a small window. */
export function openPins(): void {
  if (document.querySelector('[data-pin]')) void loadPinBoard()
  document.addEventListener('click', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || !(event.target instanceof Element)) return
    const link = event.target.closest<HTMLAnchorElement>('a[data-pin]')
    if (link && openPin(link.href)) event.preventDefault()
  })
}
