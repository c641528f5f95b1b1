import { expect, test } from 'vitest'
import { monthOf, parseMonth, weekStartOf, weeksOf } from './month-days.ts'

test('a month is shown in whole weeks, from the first day of the week of the language', () => {
  const monday = weeksOf('2026-03', 1)
  expect([monday[0]![0], monday.at(-1)![6], monday.length]).toEqual(['2026-02-23', '2026-04-05', 6])
  const sunday = weeksOf('2026-02', 7)
  expect([sunday[0]![0], sunday.at(-1)![6], sunday.length]).toEqual(['2026-02-01', '2026-02-28', 4])
  expect(['en-US', 'de-DE', 'en-GB', 'not a language'].map(weekStartOf)).toEqual([7, 1, 1, 1])
})

test('months are counted over years, and other addresses are none', () => {
  expect([monthOf('2026-01-31', -1), monthOf('2026-12-05', 1), monthOf('2026-03-10')]).toEqual([
    '2025-12',
    '2027-01',
    '2026-03',
  ])
  expect([parseMonth('2026-13'), parseMonth('1999-01'), parseMonth(null), parseMonth('2026-03')]).toEqual([
    undefined,
    undefined,
    undefined,
    '2026-03',
  ])
})
