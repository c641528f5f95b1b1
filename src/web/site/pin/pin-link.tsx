import { type ReactNode, useEffect } from 'react'
import { type Pin, pinAddress } from './pin.ts'
import { loadPinBoard } from './pin-window.ts'

type PinLinkProps = { pin: Pin; className?: string; children: ReactNode }

/** A link to the pin form, which opens in a small window if JavaScript is available (`reader/open-pins.ts`). */
export function PinLink({ pin, className, children }: PinLinkProps) {
  // A page that is opened within the app may be the first one with a pin.
  useEffect(() => void loadPinBoard(), [])
  return (
    <a href={pinAddress(pin)} target="_blank" rel="noopener" data-pin="" className={className}>
      {children}
    </a>
  )
}
