import { expect, test } from 'vitest'
import { addDays, dayIn, daysBetween } from '../../../contract/platform/days.ts'

test.each([
  ['2026-03-07', 1, '2026-03-08'],
  ['2026-03-08', 1, '2026-03-09'],
  ['2026-10-31', 2, '2026-11-02'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-11-21', -365, '2025-11-21'],
])('%s and %i days is %s', (day, count, other) => {
  expect(addDays(day, count)).toBe(other)
})

test('the days between two are each there once, also when the clocks change', () => {
  expect(daysBetween('2026-03-07', '2026-03-09')).toEqual(['2026-03-07', '2026-03-08', '2026-03-09'])
  expect(daysBetween('2026-03-07', '2026-03-07')).toEqual(['2026-03-07'])
  expect(daysBetween('2026-03-07', '2026-03-06')).toEqual([])
  expect(new Set(daysBetween('2026-01-01', '2026-12-31')).size).toBe(365)
})

test('a day belongs to a time zone', () => {
  const moment = new Date('2026-03-08T04:30:00.000Z')
  expect(dayIn('America/New_York', moment)).toBe('2026-03-07')
  expect(dayIn('Asia/Tokyo', moment)).toBe('2026-03-08')
})
