import { expect, test } from 'vitest'
import { describeDuration } from './newsletter-duration.ts'

const none = { perSecond: null, perHour: null, perDay: null }

test.each([
  { limits: none, says: 'as long as the mail server needs' },
  { limits: { ...none, perSecond: 300 }, says: 'about 2 minutes' },
  { limits: { ...none, perSecond: 14 }, says: 'about 24 minutes' },
  { limits: { ...none, perHour: 500 }, says: 'about 1 day 15 hours' },
  { limits: { ...none, perSecond: 4 }, says: 'about 1 hour 24 minutes' },
  { limits: { ...none, perHour: 10_000 }, says: 'about 1 hour' },
  { limits: { perSecond: 14, perHour: null, perDay: 2000 }, says: 'about 9 days' },
  { limits: { ...none, perDay: 20_000 }, says: 'less than a minute' },
])('20,000 newsletters take $says', ({ limits, says }) => {
  expect(describeDuration(20_000, limits)).toBe(says)
})
