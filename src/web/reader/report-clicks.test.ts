import { JSDOM } from 'jsdom'
import { afterEach, expect, test, vi } from 'vitest'
import { readPlacementCode } from '../../contract/shop/placements.ts'
import { reportClicks } from './report-clicks.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Clicks on the `b` of a page; the bodies that were sent. */
function click(html: string, type: 'click' | 'auxclick' = 'click', button = 0): Record<string, unknown>[] {
  const { window } = new JSDOM(html)
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => new Response(null, { status: 202 }))
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('document', window.document)
  vi.stubGlobal('Element', window.Element)
  reportClicks()
  window.document.querySelector('b')!.dispatchEvent(new window.MouseEvent(type, { bubbles: true, button }))
  for (const [url, init] of fetch.mock.calls) {
    expect(url).toBe('/api/analytics/click')
    expect(init).toMatchObject({ method: 'POST', keepalive: true })
  }
  return fetch.mock.calls.map(([, { body }]) => JSON.parse(String(body)))
}

const card = '<a data-affiliate="product-page" data-product-id="12" data-source-id="7"><b>Buy</b></a>'
const text = '<a data-affiliate="post-text" data-product-id="12"><b>Buy</b></a>'

test('a click in a card is reported with its product and the code of its place', () => {
  const [sent] = click(card)
  expect(sent).toMatchObject({ linkId: 'product-page', productId: 12, postId: null })
  expect(readPlacementCode(String(sent!.placement))).toBeDefined()
  expect(click(card, 'auxclick', 1)).toEqual([sent])
  expect(click(card, 'auxclick', 2)).toEqual([])
})

test('a click in a body is reported with its post or page, in a preview not at all', () => {
  const [ofPost] = click(`<div id="post-body" data-post-id="5">${text}</div>`)
  const [ofPage] = click(`<div id="post-body" data-post-id="5" data-is-page="">${text}</div>`)
  expect(ofPost).toMatchObject({ linkId: 'post-text', productId: 12, postId: 5 })
  expect(ofPage!.placement).not.toBe(ofPost!.placement)
  expect(click(`<div id="post-body">${text}</div>`)).toEqual([])
  expect(click('<a href="/about"><b>About</b></a>')).toEqual([])
})
