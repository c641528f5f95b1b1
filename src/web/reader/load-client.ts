import { needsClient } from './needs-client.ts'

/** The mark of the moment when the client began to load. */
export const CLIENT_MARK = 'client'

let loading: Promise<void> | undefined

/** Loads the client once; resolves when React has hydrated the page. */
export function loadClient(): Promise<void> {
  if (!loading) {
    loading = load(scriptData())
    // The page stays as rendered by the server. Firefox and WebKit reject a pending import when the page is left.
    loading.catch((error: unknown) => console.error('The scripts of the page are not loaded:', error))
  }
  return loading
}

/** Whether React handles the events of the page. */
export function isHydrated(): boolean {
  return document.documentElement.dataset.hydrated !== undefined
}

async function load({ entry = '', chunks = '' }: DOMStringMap): Promise<void> {
  performance.mark(CLIENT_MARK)
  const files = [...chunks.split(' ').filter(Boolean), entry]
  for (const href of files)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  let client: unknown
  // Dependencies first, each in a separate task: evaluating all in one would block the main thread of a phone.
  for (const file of files) {
    client = await import(/* @vite-ignore */ file)
    await new Promise((resolve) => setTimeout(resolve))
  }
  await (client as { hydrated: Promise<void> }).hydrated
  document.documentElement.dataset.hydrated = ''
}

/**
 * Loads the client at the first hint that a reader means to use a search or an element with `data-client`: the pointer moves over it, a finger
 * taps it, it is focused, or a key is pressed in it. Scrolling moves no pointer, and ends a touch without `pointerup`.
 */
export function loadWhenNeeded(): void {
  const { now } = scriptData()
  const start = () => void loadClient().catch(() => {})
  if (now !== undefined) {
    start()
    return
  }
  const stop = new AbortController()
  const onHint = ({ target, type, pointerType }: Event & { pointerType?: string }) => {
    if (type === 'pointermove' && pointerType === 'touch') return
    if (!(target instanceof Element && target.closest('search, [data-client]'))) return
    stop.abort()
    start()
  }
  for (const type of ['pointermove', 'pointerup', 'focusin', 'keydown'])
    addEventListener(type, onHint, { capture: true, passive: true, signal: stop.signal })
  // React shows an icon in the place of a picture that failed.
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLImageElement && target.matches('.frame-image')) start()
  }
  addEventListener('error', onError, true)
  for (const target of document.querySelectorAll<HTMLImageElement>('.frame-image'))
    if (target.complete && target.naturalWidth === 0) start()
  if (needsClient()) {
    if (document.readyState === 'complete') start()
    else addEventListener('load', start)
  }
}

function scriptData(): DOMStringMap {
  return document.querySelector<HTMLScriptElement>('script[data-entry]')!.dataset
}
