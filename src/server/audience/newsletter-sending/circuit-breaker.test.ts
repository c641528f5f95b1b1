import { expect, test } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { ServerRefusal } from './server-refusal.ts'
import type { Delivery } from './smtp-session.ts'

const rejected: Delivery = {
  ...{ kind: 'refused', stage: 'recipient', code: 550, response: '550 Requested action not taken', isMarked: false },
}
const recipient = (id: number, newsletter_id: number) => ({
  ...{ id, newsletter_id, email: `reader@domain-${id}.example`, isReverted: false },
})

test('rejections of newsletters that are sent in turn are a streak of each', () => {
  const breaker = createCircuitBreaker()
  for (let id = 1; id <= 6; id++) breaker.record(recipient(id, id % 3), rejected)
  expect(() => breaker.record(recipient(7, 1), rejected)).toThrow(ServerRefusal)
  expect(breaker.drain().map(({ id }) => id)).toEqual([1, 4, 7])
})
