import { type MouseEvent, type ReactNode, useEffect } from 'react'
import { loadPinBoard, openPin, type Pin, pinAddress } from './pin.ts'

type PinLinkProps = { pin: Pin; className?: string; children: ReactNode }

/** A link to the pin form, which opens in a small window if JavaScript is available. */
export function PinLink({ pin, className, children }: PinLinkProps) {
  const address = pinAddress(pin)
  useEffect(() => void loadPinBoard(), [])
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (openPin(address)) event.preventDefault()
  }
  return (
    <a href={address} target="_blank" rel="noopener" onClick={open} className={className}>
      {children}
    </a>
  )
}
