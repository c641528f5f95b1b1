import { expect, test } from 'vitest'
import { isTagMissing } from '../../../contract/shop/missing-tag.ts'
import { checkTargetOf } from './check-target.ts'

const shop = 'https://www.shop.example/cream?size=50'
const escaped = encodeURIComponent(shop)

test.each([
  [
    'https://www.amazon.com/dp/B000000001?tag=me-20&psc=1&ascsubtag=d1&linkCode=ll1&linkId=9&ref_=as',
    '/dp/B000000001?psc=1',
  ],
  ['https://www.amazon.com/Oat-Cream/dp/B000000001/ref=nosim?tag=me-20', '/Oat-Cream/dp/B000000001'],
  ['https://www.amazon.com/Oat-Cream/dp/B000000001/ref=nosim/me-20', '/Oat-Cream/dp/B000000001'],
  [
    'https://www.amazon.com/gp/product/B000000001?ie=UTF8&camp=1&creative=2&creativeASIN=B000000001&TAG=me-20',
    '/gp/product/B000000001?ie=UTF8',
  ],
  ['https://www.amazon.com/exec/obidos/ASIN/B000000001/me-20', '/dp/B000000001'],
  ['https://www.amazon.com/o/ASIN/B000000001/ref=nosim/me-20', '/dp/B000000001'],
  ['https://www.amazon.com/s?k=cream&t%61g=me-20#tag=me-20', '/s?k=cream#tag=me-20'],
  ['https://www.amaz%6fn.com/dp/B000000001?tag=me-20', '/dp/B000000001'],
  ['https://WWW.AMAZON.COM./dp/B000000001?tag=me-20', '/dp/B000000001'],
  ['https:\\\\www.amazon.com/dp/B000000001?tag=me-20', '/dp/B000000001'],
  [' https://www.amazon.com/dp/B000000001?tag=me-20', '/dp/B000000001'],
])('the page of Amazon behind %s has no tag', (link, path) => {
  const target = checkTargetOf(link)
  expect('url' in target && new URL(target.url).href.replace(/^https:\/\/www\.amazon\.com\.?/, '')).toBe(path)
})

test.each([
  `https://www.awin1.com/cread.php?awinmid=1&awinaffid=2&clickref=a&ued=${escaped}`,
  `https://www.awin1.com/cread.php?awinmid=1&awinaffid=2&ued=${encodeURIComponent(escaped)}`,
  `https://www.awin1.com/awclick.php?mid=1&id=2&p=${escaped}`,
  `https://www.jdoqocy.com/click-1001-2002?sid=a&url=${escaped}`,
  `https://www.tkqlhce.com/links/1001/type/dlg/${shop}`,
  `https://www.tkqlhce.com/links/1001/type/dlg/sid/a/${shop}`,
  `https://www.tkqlhce.com/links/1001/type/dlg/sid/a/${escaped}`,
  `https://fernway.sjv.io/c/1/2/3?subId1=a&u=${escaped}`,
  `https://go.fernway.example/c/1/2/3?u=${escaped}`,
  `https://click.linksynergy.com/deeplink?id=a&mid=1&u1=b&murl=${escaped}`,
  `https://click.linksynergy.com/fs-bin/click?id=a&offerid=1.2&RD_PARM1=${encodeURIComponent(escaped)}`,
  `https://go.skimresources.com/?id=1X2&xcust=a&url=${escaped}`,
  `https://go.redirectingat.com?id=1X2&url=${escaped}`,
  `https://redirect.viglink.com/?key=a&cuid=b&u=${escaped}`,
  `https://www.awin1.com/cread.php?awinmid=1&ued=${encodeURIComponent(`https://go.skimresources.com/?id=1&url=${escaped}`)}`,
  `https://www.awin1.com/cread.php?awinmid=1&ued=${encodeURIComponent(`${shop}&clickref=a&awc=1_2`)}`,
  `https://fernway.sjv.io/c/1/2/3?u=${encodeURIComponent(`${shop}&subId1=a&irclickid=b`)}`,
])('%s is checked at its destination', (link) => {
  expect(checkTargetOf(link)).toMatchObject({ url: shop })
})

test('the tag of an associate goes from shops of Amazon on other hosts, and a tag of another kind stays', () => {
  expect(checkTargetOf('https://www.audible.com/pd/B000000001?tag=me-20&ref=a')).toEqual({
    url: 'https://www.audible.com/pd/B000000001?ref=a',
    isCredited: true,
  })
  const listed = { url: 'https://shop.example/creams?tag=oat', isCredited: false }
  expect(checkTargetOf(listed.url)).toEqual(listed)
})

test('an address that no client can call is left to the request', () => {
  const url = 'https://www.amazon.com:99999/dp/B000000001?tag=me-20'
  expect(checkTargetOf(url)).toEqual({ url, isCredited: false })
})

test('a network around Amazon is unwrapped down to the page without tag', () => {
  const amazon = encodeURIComponent('https://www.amazon.com/dp/B000000001?tag=me-20')
  expect(checkTargetOf(`https://fernway.sjv.io/c/1/2/3?u=${amazon}`)).toMatchObject({
    url: 'https://www.amazon.com/dp/B000000001',
  })
})

const hidden = [
  ...['https://amzn.to/3abc', 'https://a.co/d/1', 'https://amzn.eu/d/1', 'https://tidd.ly/4abc', 'https://sovrn.co/1a'],
  ...['https://fernway.sjv.io/c/1/2/3', 'https://fernway.pxf.io/k0Abc', 'https://go.skimresources.com/?id=1X2'],
  ...['https://www.awin1.com/cread.php?awinmid=1&awinaffid=2', 'https://www.awin1.com/pclick.php?p=123&a=2&m=1'],
  ...['https://www.dpbolvw.net/click-1001-2002', 'https://click.linksynergy.com/fs-bin/click?id=a&offerid=1.2'],
  ...[
    'https://redirect.viglink.com/?key=abc',
    'https://www.amazon.com/gp/redirect.html?location=/dp/B000000001&tag=a-20',
  ],
  ...['https://www.amazon.com/shop/mia', 'https://geni.us/x', 'https://rstyle.me/+x', 'https://go.shopmy.us/p-1'],
  ...['https://www.shopltk.com/explore/mia', 'https://liketk.it/1', 'https://shopmy.us/mia', 'https://howl.link/a'],
  ...['https://prf.hn/click/camref:1/destination:https%3A%2F%2Fa.example', 'https://clk.tradedoubler.com/click?p=1'],
  ...['https://track.flexlinkspro.com/g.ashx?url=https%3A%2F%2Fa.example', 'https://amzn.com/dp/B000000001'],
  `https://www.awin1.com/cread.php?awinmid=1&ued=${encodeURIComponent('https://amzn.to/3abc')}`,
]

test.each(hidden)('%s is not opened', (link) => {
  expect(checkTargetOf(link)).toEqual({ reason: 'own-click' })
})

test('a bounded number of networks is unwrapped', () => {
  let link = shop
  for (let depth = 0; depth < 9; depth++)
    link = `https://www.awin1.com/cread.php?awinmid=1&ued=${encodeURIComponent(link)}`
  expect(checkTargetOf(link)).toEqual({ reason: 'own-click' })
})

test('a link of an unknown program is checked as it is, and one of a closed network never', () => {
  for (const link of [shop, 'https://shop.example', 'https://shop.example/a?aff=1&utm_source=b#c', 'not a link'])
    expect(checkTargetOf(link)).toEqual({ url: link, isCredited: false })
  for (const link of ['https://shrsl.com/2x', `https://www.shareasale.com/r.cfm?b=1&u=22&m=333&urllink=${escaped}`])
    expect(checkTargetOf(link)).toEqual({ reason: 'closed-network' })
  const own = (host: string) => (host === 'go.mia.example' ? ('impact' as const) : undefined)
  expect(checkTargetOf('https://go.mia.example/cream', own)).toEqual({ reason: 'own-click' })
  expect(checkTargetOf(`https://go.mia.example/cream?u=${escaped}`, own)).toMatchObject({ url: shop })
})

test('a link of a known network without its tag earns nothing', () => {
  const untagged = [
    ...['https://www.amazon.com/dp/B000000001', 'https://amazon.de/s?k=cream&tag='],
    ...[`https://www.awin1.com/cread.php?awinmid=1&ued=${escaped}`, `https://go.skimresources.com/?url=${escaped}`],
    ...[`https://redirect.viglink.com/?u=${escaped}`, `https://click.linksynergy.com/deeplink?mid=1&murl=${escaped}`],
  ]
  for (const link of untagged) expect(isTagMissing(link), link).toBe(true)
  const tagged = [
    ...['https://www.amazon.com/dp/B000000001?tag=me-20', 'https://amzn.to/3abc', 'https://www.amazon.com/shop/mia'],
    ...['https://www.amazon.com/exec/obidos/ASIN/B000000001/me-20', 'https://fernway.pxf.io/k0Abc', shop, ''],
    ...['https://tidd.ly/4abc', 'https://www.dpbolvw.net/click-1001-2002', 'https://rstyle.me/+x'],
  ]
  for (const link of tagged) expect(isTagMissing(link), link).toBe(false)
})
