import { expect, test } from 'vitest'
import { estimateEnd } from './estimate-end.ts'

const now = new Date('2026-03-10T15:00:00.000Z')
const made = { hour: 0, day: 0 }
const limits = { perSecond: 5, perHour: null, perDay: null }
const secondsUntilEnd = (left: number, learned: number | null) =>
  Math.round((Date.parse(estimateEnd(left, limits, made, now, learned)!) - now.getTime()) / 1000)

/** Message by message, at a pace that grows by a tenth a minute up to the limit. */
function simulate(left: number, learned: number): number {
  let seconds = 0
  for (let sent = 0; sent < left; sent++) seconds += 1 / Math.min(limits.perSecond, learned * 1.1 ** (seconds / 60))
  return Math.round(seconds)
}

test('the expected end counts on a learned pace that grows by a tenth a minute, up to the limit of the owner', () => {
  expect(secondsUntilEnd(100, null)).toBe(20)
  expect(secondsUntilEnd(100, 8)).toBe(20)
  for (const [left, learned] of [
    [220, 0.577],
    [2000, 0.5],
    [10_000, 1],
  ] as const)
    expect(Math.abs(secondsUntilEnd(left, learned) - simulate(left, learned))).toBeLessThanOrEqual(2)
})
