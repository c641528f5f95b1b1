import { siFacebook, siInstagram, siPinterest, siX } from 'simple-icons'

const glyphs = { pinterest: siPinterest, x: siX, facebook: siFacebook, instagram: siInstagram }

type BrandGlyphProps = { name: keyof typeof glyphs; className?: string }

/** The mark of a social network, in the colour of the text around it. */
export function BrandGlyph({ name, className = 'size-5' }: BrandGlyphProps) {
  return (
    <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" focusable="false" className={className}>
      <path d={glyphs[name].path} />
    </svg>
  )
}
