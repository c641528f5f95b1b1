import { expect, test } from 'vitest'
import { dateOf, statusOf, timeOf, withDate, withTime } from './publish-date.ts'

const newYork = 'America/New_York'

test('a timestamp is converted to the time zone of the site, not of the machine', () => {
  expect(dateOf('2026-03-11T02:30:00.000Z', newYork)).toBe('2026-03-10')
  expect(timeOf('2026-03-11T02:30:00.000Z', newYork)).toBe('22:30')
  expect(dateOf('2026-03-11T02:30:00.000Z', 'Asia/Tokyo')).toBe('2026-03-11')
  expect(dateOf(null, newYork)).toBe('')
  expect(timeOf(null, newYork)).toBe('')
})

test('changing the date keeps the time of day to the millisecond', () => {
  expect(withDate('2026-01-10T20:42:31.123Z', '2026-01-12', newYork)).toBe('2026-01-12T20:42:31.123Z')
})

test('3:42 PM stays 3:42 PM across the start of daylight saving time', () => {
  const moved = withDate('2026-01-10T20:42:00.000Z', '2026-07-04', newYork)
  expect(moved).toBe('2026-07-04T19:42:00.000Z')
  expect(timeOf(moved, newYork)).toBe('15:42')
})

test('an empty date gives null', () => {
  expect(withDate('2026-01-10T20:42:00.000Z', '', newYork)).toBeNull()
})

test('changing the time keeps the date', () => {
  expect(withTime('2026-03-11T02:30:00.000Z', '09:05', newYork)).toBe('2026-03-10T13:05:00.000Z')
  expect(withTime('2026-03-11T02:30:00.000Z', '', newYork)).toBe('2026-03-11T02:30:00.000Z')
})

test('without a date a post is a draft, with a future date scheduled, with a past date published', () => {
  const now = new Date('2026-03-10T12:00:00Z')
  expect(statusOf(null, now)).toBe('draft')
  expect(statusOf('2026-03-10T12:00:01.000Z', now)).toBe('scheduled')
  expect(statusOf('2026-03-10T12:00:00.000Z', now)).toBe('published')
})
