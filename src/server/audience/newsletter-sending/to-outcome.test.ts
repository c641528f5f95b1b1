import { expect, test } from 'vitest'
import type { Delivery } from './smtp-session.ts'
import { toOutcome } from './to-outcome.ts'

const MINUTE = 60_000
const START = Date.parse('2026-03-10T15:00:00.000Z')
const refused = (code: number, stage: 'sender' | 'recipient' | 'message' = 'recipient', text = 'No'): Delivery => ({
  ...{ kind: 'refused', stage, code, response: `${code} ${text}`, isMarked: stage === 'message' },
})

/** Attempts with one result each time until the recipient is settled; the minutes at which they were made. */
function attemptUntilSettled(delivery: Delivery) {
  const minutes: number[] = []
  for (let now = START, attempts = 0; ; attempts++) {
    minutes.push((now - START) / MINUTE)
    const first_attempt_at = attempts === 0 ? null : new Date(START).toISOString()
    const recipient = { id: 1, email: 'ann@example.com', attempts, first_attempt_at }
    const outcome = toOutcome(recipient, delivery, new Date(now))!
    if (outcome.state !== 'deferred') return { minutes, outcome }
    now = Date.parse(outcome.nextAt!)
  }
}

test.each([421, 450, 451])('%i is tried again with growing pauses for two days, and then a soft bounce', (code) => {
  const { minutes, outcome } = attemptUntilSettled(refused(code))
  const pauses = minutes.slice(1).map((minute, index) => minute - minutes[index]!)
  expect(pauses).toEqual([5, 10, 20, 40, 60, 120, 240, 480, 480, 480, 480])
  expect(minutes.at(-1)!).toBeLessThanOrEqual(48 * 60)
  expect(outcome).toMatchObject({ state: 'failed', bounce: { kind: 'soft' } })
  expect(outcome.response).toBe(`Not accepted for two days: ${code} No`)
})

test.each([550, 552, 554])('%i to a recipient or a message is a bounce at once, and to the sender is not', (code) => {
  for (const stage of ['recipient', 'message'] as const) {
    const { minutes, outcome } = attemptUntilSettled(refused(code, stage))
    expect(minutes).toEqual([0])
    expect(outcome).toMatchObject({ state: 'failed', response: `${code} No`, bounce: { email: 'ann@example.com' } })
  }
  const recipient = { id: 1, email: 'ann@example.com', attempts: 0, first_attempt_at: null }
  expect(toOutcome(recipient, refused(code, 'sender'), new Date(START))).toMatchObject({ state: 'deferred' })
})

test('a reply about the limits of the server or the size of the message counts against no one, however old it is', () => {
  const recipient = { id: 1, email: 'ann@example.com', attempts: 3, first_attempt_at: '2026-01-01T00:00:00.000Z' }
  const uncounted = { state: 'deferred', isUncounted: true }
  expect(toOutcome(recipient, refused(454), new Date(START), true)).toMatchObject(uncounted)
  expect(toOutcome(recipient, refused(552, 'sender', 'Message size exceeds the limit'), new Date(START))).toMatchObject(
    uncounted,
  )
})

test('a connection that ends after the mark and before the content leaves no doubt', () => {
  const lost: Delivery = { kind: 'lost', isMarked: true, isStarted: false, reason: 'Closed' }
  const recipient = { id: 1, email: 'ann@example.com', attempts: 0, first_attempt_at: null }
  expect(toOutcome(recipient, lost, new Date(START))).toMatchObject({ state: 'deferred', isMarked: true })
  expect(toOutcome(recipient, { ...lost, isStarted: true }, new Date(START))).toMatchObject({ state: 'in-doubt' })
})
