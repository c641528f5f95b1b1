/** The shapes that the demo content is written in; `seed.ts` turns them into rows and pictures. */

export type DemoCategory = {
  slug: string
  name: string
  /** One or two sentences; also the meta description of the category's page. */
  description: string
  imageAlt: string
}

export type DemoPost = {
  slug: string
  title: string
  excerpt: string
  category: string
  /** Comma-separated, as the editor stores them. */
  keywords: string
  metaTitle: string
  metaDescription: string
  pinText: string
  /** Alternative text of the cover, which `art/` draws under the post's slug. */
  imageAlt: string
  /** Days before the day of seeding; negative is in the future (scheduled); null is a draft. */
  daysAgo: number | null
  featured?: true
}

export type DemoProduct = {
  slug: string
  name: string
  category: string
  /** In cents. */
  price: number
  affiliateLink: string
  imageAlt: string
  isActive: boolean
  art: ProductArt
}

export type ProductArt = {
  vessel:
    | 'bottle'
    | 'pump'
    | 'dropper'
    | 'jar'
    | 'tube'
    | 'stick'
    | 'bar'
    | 'tin'
    | 'spray'
    | 'cloth'
    | 'roller'
    | 'set'
  /** Colour of the vessel. */
  tint: 'sand' | 'sage' | 'blush' | 'clay' | 'sky' | 'oat' | 'honey' | 'lilac' | 'amber' | 'frost'
  scene: 'shelf' | 'stone' | 'water' | 'leaves' | 'window' | 'arch' | 'linen' | 'sun'
}
