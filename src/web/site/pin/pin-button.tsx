import { BrandGlyph } from '../layout/brand-glyph.tsx'
import type { Pin } from './pin.ts'
import { PinLink } from './pin-link.tsx'

/** A pin link drawn over an image. */
export function PinButton({ pin, className = '' }: { pin: Pin; className?: string }) {
  return (
    <PinLink pin={pin} className={`pin-button ${className}`}>
      <BrandGlyph name="pinterest" className="size-4.5" />
      Save
      <span className="sr-only"> this picture to Pinterest (opens in a new window)</span>
    </PinLink>
  )
}
