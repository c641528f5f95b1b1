import { expect, test } from 'vitest'
import { atTime, dateOf, onDate, statusOf, timeOf } from './publish-date.ts'

const newYork = 'America/New_York'

test('a moment is shown in the time zone of the site, whatever the machine has', () => {
  expect(dateOf('2026-03-11T02:30:00.000Z', newYork)).toBe('2026-03-10')
  expect(timeOf('2026-03-11T02:30:00.000Z', newYork)).toBe('22:30')
  expect(dateOf('2026-03-11T02:30:00.000Z', 'Asia/Tokyo')).toBe('2026-03-11')
  expect(dateOf(null, newYork)).toBe('')
  expect(timeOf(null, newYork)).toBe('')
})

test('another day keeps the time of day, to the millisecond', () => {
  expect(onDate('2026-01-10T20:42:31.123Z', '2026-01-12', newYork)).toBe('2026-01-12T20:42:31.123Z')
})

test('3:42 PM stays 3:42 PM across the change to summer time', () => {
  const moved = onDate('2026-01-10T20:42:00.000Z', '2026-07-04', newYork)
  expect(moved).toBe('2026-07-04T19:42:00.000Z')
  expect(timeOf(moved, newYork)).toBe('15:42')
})

test('an emptied date is no moment', () => {
  expect(onDate('2026-01-10T20:42:00.000Z', '', newYork)).toBeNull()
})

test('another time stays on its day', () => {
  expect(atTime('2026-03-11T02:30:00.000Z', '09:05', newYork)).toBe('2026-03-10T13:05:00.000Z')
  expect(atTime('2026-03-11T02:30:00.000Z', '', newYork)).toBe('2026-03-11T02:30:00.000Z')
})

test('no date is a draft, one to come is scheduled, one gone by is published', () => {
  const now = new Date('2026-03-10T12:00:00Z')
  expect(statusOf(null, now)).toBe('draft')
  expect(statusOf('2026-03-10T12:00:01.000Z', now)).toBe('scheduled')
  expect(statusOf('2026-03-10T12:00:00.000Z', now)).toBe('published')
})
