/**
 * The only script that a reader's page names. It brings the others once the page is painted with its pictures, since until
 * then they would take the line and the processor from what is read; a page is complete without them. Whoever acts earlier
 * does not wait, and a picture that is slow keeps nobody waiting for long.
 */
const { entry = '', chunks = '', now } = document.querySelector<HTMLScriptElement>('script[data-entry]')!.dataset

/** In milliseconds. */
const LONGEST_WAIT = 3000

let hasBegun = false
function begin(): void {
  if (hasBegun) return
  hasBegun = true
  for (const href of chunks.split(' ')) {
    if (href) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  void import(/* @vite-ignore */ entry)
}

/** In the task that follows the next painting. */
const beginPainted = () => requestAnimationFrame(() => setTimeout(begin))

if (now !== undefined) begin()
else if (document.readyState === 'complete') beginPainted()
else {
  addEventListener('load', beginPainted)
  for (const act of ['pointerdown', 'keydown', 'focusin']) addEventListener(act, begin, { once: true, capture: true })
  setTimeout(begin, LONGEST_WAIT)
}
