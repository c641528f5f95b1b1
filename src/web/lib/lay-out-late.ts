/**
 * Lays out what the page has put off (`late` in the styles), one part in each idle moment, so that no reader waits for it.
 * Pages that are opened from here on put nothing off: they know at once how tall they are, and where they were scrolled to.
 */
export function layOutLate(): void {
  const parts = document.querySelectorAll<HTMLElement>('.late')
  const rest = [...parts]
  const next = () => {
    const part = rest.shift()
    if (part) {
      part.style.contentVisibility = 'visible'
      whenIdle(next)
      return
    }
    document.documentElement.classList.add('whole')
    for (const { style } of parts) style.removeProperty('content-visibility')
  }
  whenIdle(next)
}

/** Safari has no idle callback. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 1000 })
  else setTimeout(work, 50)
}
