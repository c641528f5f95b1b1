/** Opens the pin form in a small window without access to its opener. */
export function openPinBoard(address: string): void {
  window.open(address, '_blank', 'popup,noopener,width=750,height=550')
}
