import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortClicks } from './sort-clicks.ts'

const DELIVERED = '2026-03-01T10:00:00.000Z'
const at = (seconds: number) => new Date(Date.parse(DELIVERED) + seconds * 1000).toISOString()
const requestsAt = (...seconds: number[]) =>
  seconds.map((second, index) => ({ linkKey: `link-${index}`, reason: '' as const, at: at(second) }))
const reasonsOf = (seconds: number[], links = 6) =>
  sortClicks(requestsAt(...seconds), { deliveredAt: DELIVERED, links }).map(({ reason }) => reason)

test('links that are followed one after the other are clicks of a person', () => {
  expect(reasonsOf([60, 80, 300])).toEqual(['', '', ''])
  expect(reasonsOf([60, 65])).toEqual(['', ''])
})

test('three links within ten seconds are a burst, and so is everything that follows in its pace', () => {
  expect(reasonsOf([60, 62, 64, 68, 72, 300])).toEqual(['burst', 'burst', 'burst', 'burst', 'burst', ''])
})

test('both links of a mail with two at once are a burst', () => {
  expect(reasonsOf([60, 61], 2)).toEqual(['burst', 'burst'])
  expect(reasonsOf([60, 70], 2)).toEqual(['', ''])
})

test('a request within ten seconds of the delivery, or before it, is of a scanner', () => {
  expect(reasonsOf([5])).toEqual(['at-delivery'])
  expect(sortClicks(requestsAt(60), { deliveredAt: null, links: 6 })).toEqual([
    { linkKey: 'link-0', reason: 'at-delivery' },
  ])
})

test('each request is counted once, and one with a reason keeps it', () => {
  const request = fc.record({
    linkKey: fc.stringMatching(/^[a-f]$/),
    reason: fc.constantFrom('' as const, 'head' as const, 'scanner' as const),
    at: fc.integer({ min: 0, max: 900 }).map(at),
  })
  const distinct = fc.uniqueArray(request, { selector: ({ linkKey, reason }) => `${linkKey} ${reason}` })
  fc.assert(
    fc.property(distinct, fc.integer({ min: 1, max: 6 }), (requests, links) => {
      const sorted = sortClicks(requests, { deliveredAt: DELIVERED, links })
      expect(sorted).toHaveLength(requests.length)
      for (const { linkKey, reason } of requests.filter((each) => each.reason !== ''))
        expect(sorted).toContainEqual({ linkKey, reason })
    }),
  )
})
