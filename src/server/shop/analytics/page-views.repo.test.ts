import fc from 'fast-check'
import { expect, test } from 'vitest'
import { migratedDatabase } from '../../../../test/test-database.ts'
import { addDays } from '../../../contract/platform/days.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { sumPages } from '../earnings/summary/page-sums.repo.ts'
import { sumFunnel, sumViewDays, type ViewSums, walkViews } from '../earnings/summary/views.repo.ts'
import { addPageViews, countDemoViews } from './page-views.repo.ts'

const FIRST = '2025-12-20'

const view = fc.record({
  day: fc.integer({ min: 0, max: 120 }).map((after) => addDays(FIRST, after)),
  path: fc.constantFrom('/', '/shop', '/search'),
  source: fc.constantFrom(
    { kind: 'search', host: 'google.com', reason: '' },
    { kind: 'direct', host: '', reason: '' },
    { kind: '', host: '', reason: 'bot' },
  ),
  is_demo: fc.constantFrom(0, 1),
  views: fc.integer({ min: 1, max: 1000 }),
})

async function empty(db: Db): Promise<void> {
  for (const table of ['page_views', 'daily_page_totals', 'monthly_page_totals', 'daily_view_totals'] as const)
    await db.deleteFrom(table).execute()
}

async function readSums(db: Db, range: { startDate: string; endDate: string }) {
  const pages = [...(await sumPages(db, range)).values()]
  expect(pages.filter(({ people, filtered }) => people + filtered <= 0)).toEqual([])
  const lines: ViewSums[] = []
  for await (const page of walkViews(db, range)) lines.push(...page)
  const days = [...(await sumViewDays(db, range)).values()].reduce((all, views) => all + views, 0)
  const { views, filteredViews } = await sumFunnel(db, range)
  const people = pages.reduce((all, page) => all + page.people, 0)
  const filtered = pages.reduce((all, page) => all + page.filtered, 0)
  const inFile = (isFiltered: boolean) =>
    lines.filter(({ reason }) => (reason !== '') === isFiltered).reduce((all, line) => all + line.views, 0)
  return { people: [views, days, people, inFile(false)], filtered: [filteredViews, filtered, inFile(true)] }
}

test('for any range the sums of days, months and pages and the file agree with the views', {
  timeout: 120_000,
}, async () => {
  const { db } = await migratedDatabase()
  await fc.assert(
    fc.asyncProperty(
      fc.array(view, { maxLength: 40 }),
      fc.tuple(fc.integer({ min: -5, max: 125 }), fc.integer({ min: 0, max: 125 })),
      async (views, [from, length]) => {
        await empty(db)
        const rows: Row<'page_views'>[] = views.map(({ source, ...rest }) => ({ ...rest, ...source }))
        await addPageViews(db, rows)
        const range = { startDate: addDays(FIRST, from), endDate: addDays(FIRST, from + length) }
        const expected = (isFiltered: boolean, of = rows) =>
          of
            .filter(
              ({ day, reason }) => (reason !== '') === isFiltered && day >= range.startDate && day <= range.endDate,
            )
            .reduce((all, row) => all + row.views, 0)
        const before = await readSums(db, range)
        expect(before.people).toEqual(before.people.map(() => expected(false)))
        expect(before.filtered).toEqual(before.filtered.map(() => expected(true)))

        // The demo leaves, and comes back.
        const demo = await db.selectFrom('page_views').selectAll().where('is_demo', '=', 1).execute()
        await countDemoViews(db, -1)
        await db.deleteFrom('page_views').where('is_demo', '=', 1).execute()
        const own = rows.filter(({ is_demo }) => is_demo === 0)
        const without = await readSums(db, range)
        expect(without.people).toEqual(without.people.map(() => expected(false, own)))
        expect(without.filtered).toEqual(without.filtered.map(() => expected(true, own)))
        if (demo.length > 0) await db.insertInto('page_views').values(demo).execute()
        await countDemoViews(db, 1)
        expect(await readSums(db, range)).toEqual(before)
      },
    ),
    { numRuns: 25 },
  )
})
