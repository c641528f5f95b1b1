type BrandGlyphProps = {
  /** From simple-icons; imported by the caller, so that a page loads only the icons it shows. */
  icon: { path: string }
  className?: string
}

/** The logo of a social network, in the current text colour. */
export function BrandGlyph({ icon, className = 'size-5' }: BrandGlyphProps) {
  return (
    <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" focusable="false" className={className}>
      <path d={icon.path} />
    </svg>
  )
}
