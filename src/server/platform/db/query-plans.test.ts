import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { makeCategory, makePost, makeProduct } from '../../../../test/factories.ts'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { RecipientState } from '../../../contract/audience/newsletters.ts'
import { recordReport } from '../../audience/bounces/record-report.repo.ts'
import { writeNewsletterLimits } from '../../audience/newsletter-sending/newsletter-limits.repo.ts'
import type { Db } from './schema.ts'

/** The requests of visitors. */
const visitorRequests: [path: string, json?: unknown][] = [
  ['/api/site'],
  ['/api/categories'],
  ['/api/categories/cleansing'],
  ['/api/posts'],
  ['/api/posts?limit=9&page=3'],
  ['/api/posts?limit=9&page=2&category=cleansing'],
  ['/api/posts?featured=true&limit=3'],
  ['/api/posts/post-about-7'],
  ['/api/posts/category/1'],
  ['/api/products?limit=24&page=2'],
  ['/api/products?category=Category%207&limit=24'],
  ['/api/products?skin=dry&from=5&sort=price&limit=24'],
  ['/api/product-facets?skin=dry'],
  ['/api/product-pages/product-7'],
  ['/api/search?q=water'],
  ['/api/search?q=watre'],
  ['/feed.xml'],
  ['/api/analytics/click', { linkId: 'shop', productId: 1, postId: 1 }],
]

/** The most frequent requests of the admin. */
const adminPaths = [
  '/api/posts?status=all',
  '/api/posts?status=all&sort=title&limit=20&page=3',
  '/api/posts?status=all&sort=publishedAt&direction=asc',
  '/api/posts?status=draft',
  '/api/posts?status=published&categoryId=1',
  '/api/posts?status=all&q=water',
  '/api/posts?status=all&links=none',
  '/api/posts/7/source',
  '/api/posts/7/preview',
  '/api/posts/7/link-targets',
  '/api/posts/7/revisions',
  '/api/products/7/revisions',
  '/api/affiliate-hosts',
  '/api/analytics/summary?startDate=2025-03-11&endDate=2026-03-10',
  '/api/analytics?startDate=2026-03-09&endDate=2026-03-10',
  '/api/earnings?startDate=2025-03-11&endDate=2026-03-10',
  '/api/earnings/sales?basis=posted&page=3',
  '/api/earnings/imports',
  ...[
    { kind: 'all' },
    { kind: 'segment', signedUpFrom: '2026-01-01', signedUpTo: '2026-03-10' },
    { kind: 'segment', sources: ['post'], tags: ['gift'], withoutTags: ['spf'] },
  ].map((audience) => `/api/audience/count?${new URLSearchParams({ audience: JSON.stringify(audience) })}`),
  '/api/subscribers?tag=gift&limit=25',
  '/api/subscribers?source=post&limit=25',
  '/api/subscribers?status=suppressed&limit=25',
]

/** Tables that grow without a bound, where a full scan becomes slow. */
const large = [
  'posts',
  'products',
  'link_clicks',
  'conversions',
  'subscribers',
  'subscriber_tags',
  'contacts',
  'images',
  'audit_log',
  'post_revisions',
  'product_revisions',
  'redirects',
  'idempotency_keys',
  'daily_totals',
  'daily_post_totals',
  'monthly_totals',
  'monthly_post_totals',
  'page_views',
  'daily_page_totals',
  'monthly_page_totals',
  'daily_view_totals',
  'earning_events',
  'newsletter_recipients',
  'delivery_reports',
  'suppressions',
]

test.skipIf(inject('databaseUrl') !== undefined)(
  'no request of a visitor or the admin scans a large table (query plans of SQLite)',
  async () => {
    const { db, request, asOwner, queries } = await testApp()
    const category = await makeCategory(db, { slug: 'cleansing' })
    // Enough rows for the planner to prefer an index.
    await db.transaction().execute(async (transaction) => {
      for (let number = 1; number <= 1500; number++) {
        await makePost(transaction, {
          slug: `post-about-${number}`,
          content: `<p><a href="https://shop.example/${number}">A shop</a></p><div data-product-id="${number}"></div>`,
          category_id: category,
          is_featured: number % 20 === 0,
          published_at: new Date(Date.UTC(2025, 0, 1, number)).toISOString(),
        })
        await makeProduct(transaction, { category: `Category ${number % 10}` })
      }
    })
    await sql`analyze`.execute(db)
    queries.clear()
    for (const [path, json] of visitorRequests) expect((await request(path, { json })).status, path).toBeLessThan(400)
    for (const path of adminPaths) expect((await asOwner(path)).status, path).toBe(200)

    expect(queries.size).toBeGreaterThan(15)
    expect(await listScans(db, queries)).toEqual([])
  },
)

async function listScans(db: Db, queries: TestApp['queries']): Promise<string[]> {
  const scans: string[] = []
  for (const [text, parameters] of [...queries]) {
    if (!/^\s*(?:select|update|delete|with)/i.test(text)) continue
    const { rows } = await db.executeQuery<{ detail: string }>({
      ...sql`select 1`.compile(db),
      sql: `explain query plan ${text}`,
      parameters,
    })
    for (const { detail } of rows) {
      const [, table] = /^SCAN (\w+)(?! .*USING (?:COVERING )?INDEX)/.exec(detail) ?? []
      if (table && large.includes(table)) scans.push(`${detail}: ${text}`)
    }
  }
  return scans
}

const NOW = '2026-03-10T15:00:00.000Z'

/** Newsletters in all states that are tended, each to every subscriber. */
async function addNewsletters(db: Db): Promise<number[]> {
  const ids: number[] = []
  for (let number = 0; number < 16; number++) {
    const id = await makePost(db, { kind: 'newsletter', title: `Newsletter ${number}`, slug: `newsletter-${number}` })
    ids.push(id)
    const kind = number > 13 ? 'series' : 'newsletter'
    const state = number === 0 || kind === 'series' ? 'sending' : number === 1 ? 'cancelled' : 'sent'
    const sent = {
      sent_subject: 'Hello',
      sent_html: '<p>Hello</p>',
      sent_text: 'Hello',
      started_at: NOW,
      composed_at: NOW,
    }
    await db
      .updateTable('newsletters')
      .set({ kind, state, delay_days: number, ...sent })
      .where('post_id', '=', id)
      .execute()
    await db
      .insertInto('newsletter_recipients')
      .columns(['newsletter_id', 'subscriber_id', 'email', 'state', 'next_at', 'settled_at'])
      .expression((eb) =>
        eb
          .selectFrom('subscribers')
          .select((each) => [
            each.val(id).as('newsletter_id'),
            'subscribers.id',
            'subscribers.email',
            sql<RecipientState>`case when ${number} = 0 and subscribers.id <= 20 then 'waiting' else 'accepted' end`.as(
              'state',
            ),
            each.val(NOW).as('next_at'),
            each.val(NOW).as('settled_at'),
          ]),
      )
      .execute()
  }
  return ids
}

test.skipIf(inject('databaseUrl') !== undefined)(
  'neither sending newsletters nor what comes back scans the recipients (query plans of SQLite)',
  async () => {
    const smtp = await startSmtp()
    onTestFinished(smtp.close)
    const app = await testApp({ smtpUrl: smtp.url })
    const { db, asOwner, queries } = app
    await writeNewsletterLimits(db, { perSecond: null, perHour: 1000, perDay: 1000 }, NOW)
    for (let number = 0; number < 400; number++)
      await db
        .insertInto('subscribers')
        .values({
          ...{ email: `reader-${number}@example.com`, name: null, is_active: true },
          ...{ unsubscribe_token: `token-${number}`, created_at: NOW },
        })
        .execute()
    const ids = await addNewsletters(db)
    await sql`analyze`.execute(db)
    queries.clear()
    await app.sendNewsletters()
    expect(smtp.received).toHaveLength(20)
    for (const kind of ['soft', 'hard', 'complaint', 'delivered', 'unsubscribed'] as const)
      await db.transaction().execute((transaction) =>
        recordReport(transaction, {
          ...{ source: 'brevo', eventId: kind, email: 'reader-7@example.com', kind, detail: '', at: NOW },
        }),
      )
    await app.request(`/newsletter/unsubscribe?token=token-8&newsletter=${ids[0]}`, { method: 'POST' })
    for (const path of [
      '/api/newsletters',
      `/api/newsletters/${ids[0]}`,
      `/api/newsletters/${ids[0]}/recipients?state=accepted&page=2`,
      `/api/newsletters/${ids[0]}/recipients?outcome=bounced`,
      '/api/automatic-newsletters',
    ])
      expect((await asOwner(path)).status, path).toBe(200)
    expect(await listScans(db, queries)).toEqual([])
  },
)
