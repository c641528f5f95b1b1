import networks from './networks.svg?no-inline'

type BrandGlyphProps = {
  /** A symbol of `networks.svg`. */
  name: 'pinterest' | 'x' | 'facebook'
  className?: string
}

/** The logo of a social network, in the current text colour. One cached file has the shapes, which would be a kilobyte of each page. */
export function BrandGlyph({ name, className = 'size-5' }: BrandGlyphProps) {
  return (
    <svg fill="currentColor" aria-hidden="true" className={className}>
      <use href={`${networks}#${name}`} />
    </svg>
  )
}
