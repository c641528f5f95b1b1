/** Prefix of the keys under which typed text is stored until the form is sent or the tab is closed. */
export const KEPT_FIELDS = 'dewlight.form '

/** Whether the client has something to show before the reader does anything. */
export function needsClient(): boolean {
  const { needs } = document.querySelector<HTMLElement>('[data-needs]')?.dataset ?? {}
  try {
    // The value names an entry of the storage that has to be there.
    return needs === '' || Boolean(needs && localStorage.getItem(needs)) || keptFields().length > 0
  } catch {
    // Without storage nothing is kept.
    return false
  }
}

/** Deletes the text that is kept for the forms of this page. */
export function discardKeptFields(): void {
  try {
    for (const key of keptFields()) sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

function keptFields(): string[] {
  const end = ` ${location.pathname}`
  return Object.keys(sessionStorage).filter((key) => key.startsWith(KEPT_FIELDS) && key.endsWith(end))
}
