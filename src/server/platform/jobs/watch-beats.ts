/** In milliseconds, between two heartbeats of a job that runs elsewhere. */
export const BEAT_MS = 1000
/** A job without a heartbeat for so many checks does not come back by itself. */
export const SILENT_BEATS_MAX = 60

/** Calls `end` when `beat` was not called for `silentBeatsMax` seconds, and no earlier than after so many checks. */
export function watchBeats(end: () => void, silentBeatsMax: number) {
  // Counts checks, since time also passes while the machine is suspended.
  let silentBeats = 0
  const watching = setInterval(() => {
    silentBeats += 1
    if (silentBeats > silentBeatsMax) end()
  }, BEAT_MS)
  return {
    beat() {
      silentBeats = 0
    },
    isSilent: () => silentBeats > silentBeatsMax,
    close: () => clearInterval(watching),
  }
}
