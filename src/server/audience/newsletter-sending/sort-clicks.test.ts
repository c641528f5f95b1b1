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

const footerAt = (...seconds: number[]) =>
  seconds.map((second, index) => ({ linkKey: `footer-${index}`, reason: 'footer' as const, at: at(second) }))
const reasonsWith = (footer: number[], seconds: number[], links: number) =>
  sortClicks([...requestsAt(...seconds), ...footerAt(...footer)], { deliveredAt: DELIVERED, links }).map(
    ({ reason }) => reason,
  )

test('all counted links of a mail at even distances are a burst, however slow', () => {
  expect(reasonsOf([60, 66, 72.5, 78, 84.2], 5)).toEqual(Array(5).fill('burst'))
  expect(reasonsOf([60, 79, 98], 3)).toEqual(Array(3).fill('burst'))
  // Of a mail with more links, and older ones of an automatic newsletter, four.
  expect(reasonsOf([60, 66, 72, 78], 9)).toEqual(Array(4).fill('burst'))
  expect(reasonsOf([60, 72, 84], 9)).toEqual(['', '', ''])
})

test('links at uneven or long distances are clicks of a person', () => {
  expect(reasonsOf([60, 66, 75, 81, 95], 5)).toEqual(Array(5).fill(''))
  expect(reasonsOf([60, 82, 104, 126, 148], 5)).toEqual(Array(5).fill(''))
})

test('the footer’s links belong to a burst and are not counted', () => {
  expect(reasonsWith([61, 62], [60], 1)).toEqual(['burst'])
  expect(reasonsWith([66], [60], 1)).toEqual(['burst'])
  expect(reasonsWith([68, 72], [60, 64], 2)).toEqual(['burst', 'burst'])
  expect(reasonsWith([72], [60, 66], 2)).toEqual(['burst', 'burst'])
  expect(reasonsWith([60, 61, 62], [], 1)).toEqual([])
})

test('a person who opens the page of the newsletter, or unsubscribes after a click, counts', () => {
  for (const links of [1, 2, 6]) {
    expect(reasonsWith([60], [90], links)).toEqual([''])
    expect(reasonsWith([75], [60], links)).toEqual([''])
  }
  expect(reasonsWith([65], [60], 6)).toEqual([''])
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
    reason: fc.constantFrom('' as const, 'head' as const, 'scanner' as const, 'footer' as const),
    at: fc.integer({ min: 0, max: 900 }).map(at),
  })
  const distinct = fc.uniqueArray(request, { selector: ({ linkKey, reason }) => `${linkKey} ${reason}` })
  fc.assert(
    fc.property(distinct, fc.integer({ min: 1, max: 6 }), (requests, links) => {
      const sorted = sortClicks(requests, { deliveredAt: DELIVERED, links })
      const clicks = requests.filter(({ reason }) => reason !== 'footer')
      expect(sorted).toHaveLength(clicks.length)
      for (const { linkKey, reason } of clicks.filter((each) => each.reason !== ''))
        expect(sorted).toContainEqual({ linkKey, reason })
    }),
  )
})
