import { queryString } from '../../lib/query-string.ts'

/** Absolute URLs of a page and of its image, and a description. */
export type Pin = { url: string; media: string; description: string }

type PinBoard = typeof import('./pin-board.ts')

let pinBoard: PinBoard | undefined
let failure: unknown

/** URL of the pin form, which is also the link target without JavaScript. */
export function pinAddress({ url, media, description }: Pin): string {
  return `https://www.pinterest.com/pin/create/button/?${queryString({ url, media, description })}`
}

/** Loads the script that opens the window. */
export async function loadPinBoard(): Promise<void> {
  try {
    pinBoard ??= await import('./pin-board.ts')
    failure = undefined
  } catch (error) {
    failure = error
    reportFailure()
  }
}

/**
 * Opens the pin form, in the click itself because WebKit blocks a window that opens later. Returns false while the script
 * loads, where the link opens the form.
 */
export function openPin(url: string): boolean {
  if (pinBoard) pinBoard.openPinBoard(url)
  else if (failure !== undefined) reportFailure()
  else return false
  return true
}

function reportFailure(): void {
  console.error('The pin board script is not loaded:', failure)
}
