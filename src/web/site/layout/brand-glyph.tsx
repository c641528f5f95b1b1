type BrandGlyphProps = {
  /** Of simple-icons, imported where it is shown: a page carries only the marks it has. */
  icon: { path: string }
  className?: string
}

/** The mark of a social network, in the colour of the text around it. */
export function BrandGlyph({ icon, className = 'size-5' }: BrandGlyphProps) {
  return (
    <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" focusable="false" className={className}>
      <path d={icon.path} />
    </svg>
  )
}
