/** What is saved to the pin board: absolute addresses of a page and of its picture, and a description. */
export type Pin = { url: string; media: string; description: string }

type PinBoard = typeof import('./pin-board.ts')

let pinBoard: PinBoard | undefined

/** The address of the pin board's own form; also what the link leads to without JavaScript. */
export function pinAddress({ url, media, description }: Pin): string {
  return `https://www.pinterest.com/pin/create/button/?${new URLSearchParams({ url, media, description })}`
}

/** Loads the script that opens the window, once the reader is about to use it. */
export async function loadPinBoard(): Promise<PinBoard | undefined> {
  try {
    pinBoard ??= await import('./pin-board.ts')
  } catch (error) {
    console.error('The pin board script is not loaded:', error)
  }
  return pinBoard
}

/** Opens the pin board. At once if its script is there: a window that opens late counts as unasked for. */
export async function openPin(address: string): Promise<void> {
  const board = pinBoard ?? (await loadPinBoard())
  board?.openPinBoard(address)
}
