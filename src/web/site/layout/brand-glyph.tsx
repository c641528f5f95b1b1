import glyphs from './glyphs.svg?no-inline'

type BrandGlyphProps = {
  /** A symbol of `glyphs.svg`. */
  name: 'drop' | 'pinterest' | 'x' | 'facebook'
  className?: string
}

/** The drop, or the logo of a social network in the current text colour. One cached file has the shapes, which would be a kilobyte of each page. */
export function BrandGlyph({ name, className = 'size-5' }: BrandGlyphProps) {
  return (
    <svg fill="currentColor" aria-hidden="true" className={className}>
      <use href={`${glyphs}#${name}`} />
    </svg>
  )
}
