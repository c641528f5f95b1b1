import { dayIn } from '../../src/contract/platform/days.ts'
import type { ReferrerKind } from '../../src/contract/shop/page-views.ts'
import { DEMO_TIME_ZONE } from '../../src/server/app/demo/remove-demo.ts'
import { isOneOf } from '../../src/server/platform/db/json-rows.ts'
import type { Db, Row } from '../../src/server/platform/db/schema.ts'
import { DAY_MS } from '../../src/server/platform/durations.ts'
import { addPageViews } from '../../src/server/shop/analytics/page-views.repo.ts'
import { seededRandom } from './seeded-random.ts'

const DAYS = 92

type Source = { kind: ReferrerKind; host: string; share: number }

const sources: Source[] = [
  { kind: 'search', host: 'google.com', share: 0.34 },
  { kind: 'social', host: 'pinterest.com', share: 0.26 },
  { kind: 'direct', host: '', share: 0.15 },
  { kind: 'internal', host: '', share: 0.12 },
  { kind: 'newsletter', host: '', share: 0.05 },
  { kind: 'search', host: 'duckduckgo.com', share: 0.04 },
  { kind: 'social', host: 'instagram.com', share: 0.03 },
  { kind: 'other', host: 'skincare-circle.example', share: 0.01 },
]

/** Three months of readers in the shape of the demo's clicks: slow growth, quiet weekends, a shared week, and some bots. */
export async function seedViews(
  db: Db,
  { postIds, today }: { postIds: readonly number[]; today: Date },
): Promise<void> {
  const random = seededRandom(20_240_615)
  const posts = await db
    .selectFrom('posts')
    .select(['slug', 'published_at'])
    .where(isOneOf(db, 'id', [...new Set(postIds)]))
    .orderBy('id')
    .execute()
  const pages = [
    ...posts.map(({ slug, published_at }, at) => ({
      path: `/blog/${slug}`,
      since: published_at,
      weight: 9 / (at + 2),
    })),
    { path: '/', since: null, weight: 5 },
    { path: '/shop', since: null, weight: 4 },
  ]
  const rows: Row<'page_views'>[] = []
  for (let ago = DAYS; ago >= 1; ago--) {
    const noon = new Date(Date.parse(`${dayIn(DEMO_TIME_ZONE, today)}T12:00:00.000Z`) - ago * DAY_MS)
    const day = noon.toISOString().slice(0, 10)
    const weekend = [0, 6].includes(noon.getUTCDay()) ? 0.7 : 1
    const shared = ago <= 41 && ago >= 36 ? 2.1 : 1
    for (const { path, since, weight } of pages) {
      if (since !== null && since.slice(0, 10) > day) continue
      const readers = weight * (9 + (DAYS - ago) * 0.14) * weekend * shared
      const row = { day, path, is_demo: 1 }
      for (const { kind, host, share } of sources) {
        const views = Math.floor(readers * share * (0.6 + random() * 0.8) + random())
        if (views > 0) rows.push({ ...row, kind, host, reason: '', views })
      }
      for (const [reason, share] of [['bot', 0.3] as const, ['prefetch', 0.05] as const]) {
        const views = Math.floor(readers * share * random() * 2)
        if (views > 0) rows.push({ ...row, kind: '', host: '', reason, views })
      }
    }
  }
  await addPageViews(db, rows)
}
