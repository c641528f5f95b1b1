import { expect, test } from 'vitest'
import { emptyDatabase } from '../../../../../test/test-database.ts'
import { migrateTo, migrateToLatest } from '../migrate.ts'

test('views that were counted before have their sums', { timeout: 60_000 }, async () => {
  const { db } = await emptyDatabase()
  await migrateTo(db, '0037-pushed-sales')
  const at = (day: string, path: string, kind: string, reason: string, views: number, is_demo = 0) => ({
    ...{ day, path, kind, host: '', reason, views, is_demo },
  })
  await db
    .insertInto('page_views')
    .values([
      at('2026-02-28', '/', 'search', '', 4),
      at('2026-03-01', '/', 'search', '', 3),
      at('2026-03-01', '/', 'search', '', 5, 1),
      at('2026-03-01', '/', '', 'bot', 7),
      at('2026-03-01', '/shop', 'direct', '', 2),
    ])
    .execute()
  await migrateToLatest(db)
  const pages = { views: 8, filtered_views: 7, path: '/' }
  expect(await db.selectFrom('daily_page_totals').selectAll().orderBy('day').orderBy('path').execute()).toEqual([
    { day: '2026-02-28', path: '/', views: 4, filtered_views: 0 },
    { day: '2026-03-01', ...pages },
    { day: '2026-03-01', path: '/shop', views: 2, filtered_views: 0 },
  ])
  expect(await db.selectFrom('monthly_page_totals').selectAll().orderBy('month').orderBy('path').execute()).toEqual([
    { month: '2026-02', path: '/', views: 4, filtered_views: 0 },
    { month: '2026-03', ...pages },
    { month: '2026-03', path: '/shop', views: 2, filtered_views: 0 },
  ])
  expect(await db.selectFrom('daily_view_totals').selectAll().orderBy('day').orderBy('kind').execute()).toEqual([
    { day: '2026-02-28', kind: 'search', host: '', reason: '', views: 4 },
    { day: '2026-03-01', kind: '', host: '', reason: 'bot', views: 7 },
    { day: '2026-03-01', kind: 'direct', host: '', reason: '', views: 2 },
    { day: '2026-03-01', kind: 'search', host: '', reason: '', views: 8 },
  ])
})
