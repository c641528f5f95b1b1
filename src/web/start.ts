/**
 * The only script in the HTML of a page. It loads the others after the `load` event and a paint, so that they do not compete
 * with images for bandwidth and CPU; earlier on the first interaction, and at the latest after `MAX_WAIT_MS`.
 */
const { entry = '', chunks = '', now } = document.querySelector<HTMLScriptElement>('script[data-entry]')!.dataset

const MAX_WAIT_MS = 3000

let isStarted = false
async function start(): Promise<void> {
  if (isStarted) return
  isStarted = true
  const files = [...chunks.split(' ').filter(Boolean), entry]
  for (const href of files)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  // Dependencies first, each in a separate task: evaluating all in one would block the main thread of a phone.
  for (const file of files) {
    await import(/* @vite-ignore */ file)
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/** The page stays as rendered by the server. Firefox and WebKit reject a pending import when the page is left. */
function startOrReport(): void {
  start().catch((error: unknown) => console.error('The scripts of the page are not loaded:', error))
}

const startAfterPaint = () => requestAnimationFrame(() => setTimeout(startOrReport))

if (now !== undefined) startOrReport()
else if (document.readyState === 'complete') startAfterPaint()
else {
  addEventListener('load', startAfterPaint)
  for (const type of ['pointerdown', 'keydown', 'focusin'])
    addEventListener(type, startOrReport, { once: true, capture: true })
  setTimeout(startOrReport, MAX_WAIT_MS)
}
