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
  /** Alternative text of the cover. */
  imageAlt: string
  /** Days before the day of seeding; negative is in the future (scheduled); null is a draft. */
  daysAgo: number | null
  featured?: true
}
