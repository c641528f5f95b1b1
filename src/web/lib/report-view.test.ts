import { afterEach, expect, test, vi } from 'vitest'
import { reportActivation } from './report-view.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

type Load = { activationStart?: number; deliveryType?: string }

/** Runs the script of a page that was loaded in this way. */
function open(load: Load | undefined, { prerendering = false, referrer = '' } = {}) {
  const fetch = vi.fn(async () => new Response())
  const page = Object.assign(new EventTarget(), { prerendering, referrer })
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { href: 'https://dew.example/blog/serums?utm_source=newsletter' })
  vi.stubGlobal('performance', { getEntriesByType: () => (load ? [load] : []) })
  reportActivation()
  return { fetch, page }
}

const sent = (referrer: string) => [
  'https://dew.example/blog/serums?utm_source=newsletter',
  { method: 'HEAD', headers: { 'x-page-view': referrer } },
]

test('a page that was loaded by its navigation reports no view, since the server has counted it', () => {
  for (const load of [undefined, {}, { activationStart: 0, deliveryType: '' }, { deliveryType: 'cache' }])
    expect(open(load).fetch).not.toHaveBeenCalled()
})

test('a prefetched page reports its view with where the reader came from', () => {
  const load = { activationStart: 0, deliveryType: 'navigational-prefetch' }
  const { fetch } = open(load, { referrer: 'https://www.google.com/' })
  expect(fetch.mock.calls).toEqual([sent('https://www.google.com/')])
})

test('a prerendered page reports its view when it is shown', () => {
  const { fetch, page } = open({ deliveryType: 'navigational-prefetch' }, { prerendering: true })
  expect(fetch).not.toHaveBeenCalled()
  page.dispatchEvent(new Event('prerenderingchange'))
  expect(fetch.mock.calls).toEqual([sent('direct')])
})

test('a page that was shown before its script ran reports its view at once', () => {
  expect(open({ activationStart: 812 }).fetch).toHaveBeenCalledOnce()
})
