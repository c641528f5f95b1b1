/** Below this a person notices no delay; for WebKit, which has no idle callbacks. */
const FALLBACK_MS = 50

/** Runs `act` when the page is idle, after `timeout` milliseconds at the latest. Returns its cancellation. */
export function whenIdle(act: () => void, timeout = 1000): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, FALLBACK_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout })
  return () => cancelIdleCallback(handle)
}
