import type { ClickReason } from '../../src/contract/audience/newsletter-clicks.ts'
import type { NewsletterKind } from '../../src/contract/audience/newsletters.ts'
import type { PlacementPosition } from '../../src/contract/shop/placements.ts'

/** Its text is `newsletters/<slug>.html`, or the cover and excerpt of the post that it is made from. */
export type DemoNewsletter = {
  slug: string
  kind: Exclude<NewsletterKind, 'digest'>
  subject: string
  /** The text that mail programs show after the subject. */
  preview: string
  /** The writer's own text above an excerpt; an empty line begins a paragraph. */
  note?: string
  /** Slug of the post whose excerpt it sends. */
  source?: string
  /** Days before the day of seeding; null was not sent. */
  sentDaysAgo: number | null
  /** Days after the confirmation, of an automatic one. */
  delayDays?: number
  isIndexable?: true
  /** Counted clicks: of people, by link in the order of the text, and of scanners. */
  clicks?: { people: number[]; scanners: Partial<Record<ClickReason, number>> }
  /** Orders by a link with a placement code that stands in the mail; the commission is in cents. */
  orders?: { product: string; position: PlacementPosition; commission: number; hoursLater: number }[]
}

export const demoNewsletters: DemoNewsletter[] = [
  {
    slug: 'first-week-of-a-simple-routine',
    kind: 'newsletter',
    subject: 'The first week of a simple routine',
    preview: 'Three bottles, seven evenings, one mistake.',
    sentDaysAgo: 46,
    isIndexable: true,
    orders: [
      { product: 'hushmoss-unscented-gel-cleanser', position: 'review', commission: 148, hoursLater: 2 },
      { product: 'hushmoss-unscented-gel-cleanser', position: 'review', commission: 296, hoursLater: 27 },
      { product: 'hushmoss-unscented-gel-cleanser', position: 'review', commission: 148, hoursLater: 72 },
    ],
  },
  {
    slug: 'what-forty-mornings-of-sunscreen-cost',
    kind: 'newsletter',
    subject: 'What forty mornings of sunscreen cost',
    preview: 'I kept the receipts, so that you can do the sum for your own face.',
    sentDaysAgo: 24,
    isIndexable: true,
    clicks: { people: [7, 4, 9, 3, 2], scanners: { burst: 8, scanner: 5, 'at-delivery': 4, head: 3 } },
  },
  {
    slug: 'the-three-week-question',
    kind: 'newsletter',
    subject: '{{name|Friend}}, is three weeks long enough?',
    preview: 'The question that half of you asked this month, and a short answer.',
    note: 'Hello {{name|there}},\n\nMore than half of the messages this month asked the same thing: how long until niacinamide shows anything? My notebook says five weeks for me, and I would not give up before eight.\n\nThe long answer is on the blog now.',
    source: 'niacinamide-for-beginners',
    sentDaysAgo: 9,
  },
  {
    slug: 'one-small-bag',
    kind: 'newsletter',
    subject: 'One small bag, nine days away',
    preview: 'What came with me, what I missed, and what I carried for nothing.',
    note: 'Hello {{name|there}},\n\nI am back, with sand in my shoes and a bag that was smaller than my book. Here is what was in it.',
    source: 'travel-routine-in-one-small-bag',
    sentDaysAgo: null,
  },
  {
    slug: 'welcome',
    kind: 'welcome',
    subject: 'Welcome, and where to begin',
    preview: 'Three articles to start with, and what you will get from me.',
    sentDaysAgo: null,
    delayDays: 0,
  },
  {
    slug: 'three-days-in',
    kind: 'series',
    subject: 'Three days in: one small test',
    preview: 'Five minutes this evening tell you whether your cleanser suits you.',
    sentDaysAgo: null,
    delayDays: 3,
  },
]
