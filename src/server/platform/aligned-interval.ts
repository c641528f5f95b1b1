/**
 * Calls `callback` whenever the age of the process is a multiple of `ms`, until the returned function is called: what is
 * repeated in one process, each second or each few, wakes it once. Does not keep the process running.
 */
export function setAlignedInterval(callback: () => void, ms: number): () => void {
  let timer: NodeJS.Timeout | undefined

  function schedule(): void {
    const now = performance.now()
    // A timer may fire a millisecond early, and after a late one the next is not at once.
    const next = Math.ceil((now + ms / 4) / ms) * ms
    timer = setTimeout(run, next - now).unref()
  }

  function run(): void {
    schedule()
    callback()
  }

  schedule()
  return () => clearTimeout(timer)
}
