/** Opens the pin board in a small window of its own, which cannot reach back into the page. */
export function openPinBoard(address: string): void {
  window.open(address, '_blank', 'popup,noopener,width=750,height=550')
}
