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
  /** Alternative texts of the pictures inside, `<img data-picture="1">` and so on. */
  pictures: [string, string]
  /** Days before the day of seeding; negative is in the future (scheduled); null is a draft. */
  daysAgo: number | null
  featured?: true
  /** Tells readers what the last revision changed. */
  update?: { daysAgo: number; note: string }
}
