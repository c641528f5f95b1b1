import type { Picture } from '../picture.ts'
import type { Placed } from '../relief/paint-relief.ts'
import { rect } from '../svg.ts'
import { brandSlugs, type Label } from './brands.ts'

/** A product on its tone; `sheet` adds flat shapes to the ground. */
export type Shot = (label: Label) => { tone: string; placed: readonly Placed[]; sheet?: string }

/** 1200 x 1200. */
export function productPicture(slug: string, fullName: string, shot: Shot): Picture {
  const { tone, placed, sheet = '' } = shot(labelOf(slug, fullName))
  return { width: 1200, height: 1200, sheet: rect(0, 0, 1200, 1200, tone) + sheet, placed }
}

/** The label says the brand, and the name without it. */
function labelOf(slug: string, fullName: string): Label {
  const brand = brandSlugs.find((known) => slug.startsWith(known))
  if (!brand) throw new Error(`${slug} has no known brand`)
  const brandWords = brand.split('-').length
  return { brand, name: fullName.split(' ').slice(brandWords).join(' ') }
}
