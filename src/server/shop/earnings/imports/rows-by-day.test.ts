import { expect, test } from 'vitest'
import { byDay } from './rows-by-day.ts'

const row = (externalId: string, orderedAt: string, originalExternalId: string | null = null) => ({
  row: { externalId, orderedAt, originalExternalId, postedAt: null, clickedAt: null },
})

test('rows come by day; rows of one sale and its corrections stay in the order of the file', () => {
  const rows = [
    row('a', '2026-03-05'),
    row('b', '2026-03-02T10:00:00.000Z'),
    row('a', '2026-03-01'),
    row('c', '2026-03-01', 'a'),
    row('d', '2026-03-02'),
    row('c', '2026-02-01'),
    row('e', '2026-03-01'),
  ]
  expect(byDay(rows)).toEqual([6, 1, 4, 0, 2, 3, 5].map((index) => rows[index]))
})
