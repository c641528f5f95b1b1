/**
 * The only script that a reader's page names. It brings the others once the page is painted with its pictures, since until
 * then they would take the line and the processor from what is read; a page is complete without them. Whoever acts earlier
 * does not wait, and a picture that is slow keeps nobody waiting for long.
 */
const { entry = '', chunks = '', now } = document.querySelector<HTMLScriptElement>('script[data-entry]')!.dataset

/** In milliseconds. */
const LONGEST_WAIT = 3000

let hasBegun = false
async function begin(): Promise<void> {
  if (hasBegun) return
  hasBegun = true
  const files = [...chunks.split(' ').filter(Boolean), entry]
  for (const href of files)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  // What is imported comes first, each in a task of its own: all in one would keep a phone from answering for a while.
  for (const file of files) {
    await import(/* @vite-ignore */ file)
    await new Promise((resolve) => setTimeout(resolve))
  }
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
