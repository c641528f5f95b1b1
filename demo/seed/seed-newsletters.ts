import { sql } from 'kysely'
import { ClickReason } from '../../src/contract/audience/newsletter-clicks.ts'
import { dayIn } from '../../src/contract/platform/days.ts'
import { recordDemoRows } from '../../src/server/app/demo/demo-rows.repo.ts'
import { DEMO_TIME_ZONE } from '../../src/server/app/demo/remove-demo.ts'
import { freeSlug, listSlugs } from '../../src/server/app/demo/restore-demo.ts'
import { composeNewsletter } from '../../src/server/app/newsletter-composing/compose-newsletter.ts'
import { excerptHtml } from '../../src/server/app/newsletter-composing/excerpt-html.ts'
import { addLinks } from '../../src/server/audience/newsletter-sending/newsletter-links.repo.ts'
import { addSuppressions } from '../../src/server/audience/suppressions/suppressions.repo.ts'
import { createPost } from '../../src/server/content/posts/posts-write.repo.ts'
import { cleanHtml, textOf } from '../../src/server/content/rich-text/clean-html.ts'
import { insertRows } from '../../src/server/platform/db/json-rows.ts'
import type { Db } from '../../src/server/platform/db/schema.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/server/platform/durations.ts'
import { type DemoNewsletter, demoNewsletters } from '../content/newsletters.ts'
import { demoPosts } from '../content/posts.ts'
import { type DemoIds, toStoredHtml } from './article-html.ts'
import { seedNewsletterSales } from './seed-sales.ts'

type NewsletterSeed = {
  /** HTML by slug, of those that are not made from a post. */
  texts: ReadonlyMap<string, string>
  ids: DemoIds
  /** The posts of the demo by the slug of their article. */
  posts: ReadonlyMap<string, { id: number; slug: string }>
  urlOf: (name: string) => string
  today: Date
  hasOrders: boolean
}

/**
 * Newsletters that were sent, with settled recipients, and drafts; the automatic ones are off. Nothing of them is ever due, so
 * that the demo sends no mail.
 */
export async function seedNewsletters(db: Db, seed: NewsletterSeed): Promise<void> {
  const ids: number[] = []
  const taken = await listSlugs(db, 'posts')
  for (const newsletter of demoNewsletters) {
    const { slug, kind, subject, preview, note = '', source, sentDaysAgo, delayDays } = newsletter
    const content = cleanHtml(contentOf(newsletter, seed))
    const startedAt = sentDaysAgo === null ? null : noonOf(seed.today, sentDaysAgo)
    const at = startedAt ?? seed.today.toISOString()
    const id = await createPost(db, {
      kind: 'newsletter',
      title: subject,
      slug: freeSlug(slug, taken),
      excerpt: preview,
      content,
      body_text: textOf(content),
      cover_image: '',
      image_alt: '',
      keywords: '',
      created_at: at,
      updated_at: at,
      is_featured: false,
      is_pin_optimized: false,
    })
    ids.push(id)
    await db
      .updateTable('newsletters')
      .set({
        kind,
        intro: note,
        delay_days: delayDays ?? null,
        is_indexable: newsletter.isIndexable ?? false,
        has_page: kind === 'newsletter',
        counts_clicks: newsletter.clicks !== undefined,
        ...(source && { source_post_id: seed.posts.get(source)!.id, source_form: 'excerpt' as const }),
        ...(startedAt && {
          state: 'sent',
          started_at: startedAt,
          finished_at: later(startedAt, MINUTE_MS),
          sent_subject: subject,
          sent_preview: preview,
          sent_content: content,
          sent_sender_name: '',
          sent_intro: note,
          sent_counts_clicks: newsletter.clicks !== undefined,
        }),
      })
      .where('post_id', '=', id)
      .execute()
    if (startedAt)
      await seedRecipients(db, id, startedAt, { isOldest: sentDaysAgo === OLDEST, isBounceLate: !!newsletter.clicks })
    if (startedAt && newsletter.clicks) await seedNewsletterClicks(db, id, startedAt, newsletter.clicks)
    if (startedAt && newsletter.orders && seed.hasOrders)
      await seedOrders(db, id, startedAt, { orders: newsletter.orders, seed })
  }
  await recordDemoRows(db, 'posts', ids)
  await recordDemoRows(db, 'newsletters', ids)
}

const OLDEST = Math.max(...demoNewsletters.map(({ sentDaysAgo }) => sentDaysAgo ?? 0))

function contentOf({ slug, source }: DemoNewsletter, { texts, ids, posts, urlOf }: NewsletterSeed): string {
  if (!source) return toStoredHtml(texts.get(slug)!, { post: { slug, pictures: [] }, ids, urlOf })
  const post = demoPosts.find((each) => each.slug === source)
  if (!post) throw new Error(`The newsletter ${slug} is made from the unknown post ${source}.`)
  return excerptHtml({ ...post, slug: posts.get(source)!.slug, coverImage: urlOf(`post/${source}`) })
}

type Bounces = { isOldest: boolean; isBounceLate: boolean }

/**
 * All who had confirmed and not left by then. One mailbox was full, which the mail server may say later; one did not exist and is
 * suppressed since the oldest newsletter.
 */
async function seedRecipients(
  db: Db,
  newsletterId: number,
  sentAt: string,
  { isOldest, isBounceLate }: Bounces,
): Promise<void> {
  const subscribers = await db
    .selectFrom('subscribers')
    .innerJoin('demo_rows', (join) =>
      join
        .on('demo_rows.table_name', '=', 'subscribers')
        .onRef('demo_rows.row_key', '=', sql`cast(subscribers.id as text)`),
    )
    .select(['subscribers.id', 'subscribers.email', 'subscribers.unsubscribed_at'])
    .where('subscribers.created_at', '<', sentAt)
    .where((eb) => eb.or([eb('unsubscribed_at', 'is', null), eb('unsubscribed_at', '>', sentAt)]))
    .orderBy('subscribers.id')
    .execute()
  const [gone, full] = subscribers.filter(({ unsubscribed_at }) => unsubscribed_at === null)
  const rows = subscribers.map(({ id, email, unsubscribed_at }, index) => {
    const settledAt = later(sentAt, index * 400)
    const leftAt = unsubscribed_at !== null && unsubscribed_at < later(sentAt, 4 * DAY_MS) ? unsubscribed_at : null
    const row = { newsletter_id: newsletterId, subscriber_id: id, email, next_at: settledAt, settled_at: settledAt }
    const sent = { ...row, attempts: 1, first_attempt_at: settledAt, bounce: null, bounced_at: null }
    const accepted = { ...sent, state: 'accepted', response: '250 2.0.0 Queued', unsubscribed_at: leftAt }
    if (email === gone?.email && !isOldest)
      return {
        ...accepted,
        state: 'suppressed',
        attempts: 0,
        first_attempt_at: null,
        response: 'The address is suppressed',
      }
    if (email === gone?.email) return failed(accepted, 'hard', '550 5.1.1 No such user here')
    if (email === full?.email && isOldest) return failed(accepted, 'soft', FULL)
    if (email === full?.email && isBounceLate)
      return { ...accepted, bounce: 'soft', bounced_at: later(settledAt, 90 * MINUTE_MS), response: FULL }
    return accepted
  })
  if (rows.length === 0) return
  await insertRows(db, 'newsletter_recipients', Object.keys(rows[0]!), rows).execute(db)
  if (!isOldest || !gone) return
  await addSuppressions(db, [
    {
      email: gone.email,
      reason: 'hard-bounce',
      source: 'smtp',
      newsletter_id: newsletterId,
      detail: '550 5.1.1 No such user here',
      created_at: later(sentAt, 0),
    },
  ])
  await recordDemoRows(db, 'suppressions', [gone.email])
}

/** The links that the mail counts, and the sums of the day of sending and the next one. */
async function seedNewsletterClicks(
  db: Db,
  newsletterId: number,
  sentAt: string,
  { people, scanners }: NonNullable<DemoNewsletter['clicks']>,
): Promise<void> {
  const newsletter = await composeNewsletter(db, newsletterId, {
    origin: PLACEHOLDER,
    now: new Date(sentAt),
    renderNewsletter: async () => ({ html: '', text: '' }),
  })
  // The demo does not know the address of its site.
  const links = newsletter!.content.links.map((link) => ({ ...link, url: link.url.replace(PLACEHOLDER, '') }))
  await addLinks(db, newsletterId, links)
  const [first, second] = [0, DAY_MS].map((age) => dayIn(DEMO_TIME_ZONE, new Date(later(sentAt, age)))) as [
    string,
    string,
  ]
  const ofPeople = links.flatMap(({ key }, index) => {
    const clicks = people[index] ?? 0
    const late = Math.floor(clicks / 3)
    const sum = { link_key: key, reason: '' as const }
    return [
      { ...sum, day: first, count: clicks - late },
      { ...sum, day: second, count: late },
    ]
  })
  const ofScanners = ClickReason.options.map((reason) => ({
    link_key: links[0]!.key,
    reason,
    day: first,
    count: scanners[reason] ?? 0,
  }))
  const sums = [...ofPeople, ...ofScanners].filter(({ count }) => count > 0)
  await db
    .insertInto('newsletter_click_sums')
    .values(sums.map((sum) => ({ newsletter_id: newsletterId, ...sum })))
    .execute()
}

async function seedOrders(
  db: Db,
  newsletterId: number,
  sentAt: string,
  { orders, seed: { ids, today } }: { orders: NonNullable<DemoNewsletter['orders']>; seed: NewsletterSeed },
): Promise<void> {
  const sales = orders.map(({ product, position, commission, hoursLater }) => {
    const productId = ids.products.get(product)!
    const at = later(sentAt, hoursLater * HOUR_MS)
    const placement = { source: 'newsletter' as const, sourceId: newsletterId, productId, position }
    return { productId, placement, revenue: commission, at, ago: (today.getTime() - Date.parse(at)) / DAY_MS }
  })
  await seedNewsletterSales(db, sales, today)
}

const PLACEHOLDER = 'https://dewlight.example'
const FULL = '552 5.2.2 The mailbox is full'

function failed<Recipient extends { settled_at: string }>(row: Recipient, bounce: 'hard' | 'soft', response: string) {
  return { ...row, state: 'failed', bounce, bounced_at: row.settled_at, response }
}

const later = (time: string, milliseconds: number) => new Date(Date.parse(time) + milliseconds).toISOString()

/** Noon in New York, winter time, so many days before `today`. */
function noonOf(today: Date, daysAgo: number): string {
  return `${new Date(today.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10)}T17:00:00.000Z`
}
