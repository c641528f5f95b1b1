/** The last choices of `/routines/build` as its query string, in this browser only. */
export const KEPT_WISHES = 'dewlight:routine'

/** Browsers may refuse storage altogether. */
export function readKeptWishes(): URLSearchParams | undefined {
  try {
    const kept = localStorage.getItem(KEPT_WISHES)
    return kept ? new URLSearchParams(kept) : undefined
  } catch {
    return undefined
  }
}

export function keepWishes(query: string): void {
  try {
    localStorage.setItem(KEPT_WISHES, query)
  } catch {
    // The address still holds the choices.
  }
}

export function deleteWishes(): void {
  try {
    localStorage.removeItem(KEPT_WISHES)
  } catch {
    // Nothing was kept.
  }
}
