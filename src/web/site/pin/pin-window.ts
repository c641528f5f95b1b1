type PinBoard = typeof import('./pin-board.ts')

let pinBoard: PinBoard | undefined
let failure: unknown

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
