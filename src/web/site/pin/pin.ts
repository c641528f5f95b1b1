/** Absolute URLs of a page and of its image, and a description. */
export type Pin = { url: string; media: string; description: string }

type PinBoard = typeof import('./pin-board.ts')

let pinBoard: PinBoard | undefined

/** URL of the pin form, which is also the link target without JavaScript. */
export function pinAddress({ url, media, description }: Pin): string {
  return `https://www.pinterest.com/pin/create/button/?${new URLSearchParams({ url, media, description })}`
}

/** Loads the script that opens the window; called on hover and focus. */
export async function loadPinBoard(): Promise<PinBoard | undefined> {
  try {
    pinBoard ??= await import('./pin-board.ts')
  } catch (error) {
    console.error('The pin board script is not loaded:', error)
  }
  return pinBoard
}

/** Opens the pin form; synchronously if its script is loaded, because a popup blocker stops a window that opens later. */
export async function openPin(url: string): Promise<void> {
  const board = pinBoard ?? (await loadPinBoard())
  board?.openPinBoard(url)
}
