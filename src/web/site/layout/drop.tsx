import { BrandGlyph } from './brand-glyph.tsx'
import { useSite } from './use-site.tsx'

/** The drop of the default logo above a page or a list without content; nothing where the owner has a logo of her own. */
export function Drop() {
  return useSite().logoPicture ? null : <BrandGlyph name="drop" className="drop" />
}
