import { expect, test } from 'vitest'
import { addDays, dayIn, daysBetween } from '../../contract/platform/days.ts'
import { startOfDay } from './start-of-day.ts'

test.each(['America/New_York', 'America/Havana', 'Africa/Cairo', 'Asia/Tokyo', 'Australia/Lord_Howe', 'UTC'])(
  'in %s each day starts where the previous one ends, also when the clocks change',
  (timeZone) => {
    for (const day of daysBetween('2025-01-01', '2027-12-31')) {
      const start = new Date(startOfDay(timeZone, day))
      expect(dayIn(timeZone, start)).toBe(day)
      expect(dayIn(timeZone, new Date(start.getTime() - 1))).toBe(addDays(day, -1))
    }
  },
)

test('the day on which clocks go forward has 23 hours, the one on which they go back 25', () => {
  const hours = (day: string) =>
    (Date.parse(startOfDay('America/New_York', day, 1)) - Date.parse(startOfDay('America/New_York', day))) / 3_600_000
  expect(['2026-03-07', '2026-03-08', '2026-11-01', '2026-11-02'].map(hours)).toEqual([24, 23, 25, 24])
})
