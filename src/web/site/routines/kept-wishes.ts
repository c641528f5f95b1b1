/** The last choices of `/routines/build` as its query string, in this browser only. */
const KEY = 'dewlight:routine'

/** Browsers may refuse storage altogether. */
export function readKeptWishes(): URLSearchParams | undefined {
  try {
    const kept = localStorage.getItem(KEY)
    return kept ? new URLSearchParams(kept) : undefined
  } catch {
    return undefined
  }
}

export function keepWishes(query: string): void {
  try {
    localStorage.setItem(KEY, query)
  } catch {
    // The address still holds the choices.
  }
}

export function deleteWishes(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}
