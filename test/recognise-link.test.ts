import { expect, test } from 'vitest'
import { amazonMarketplaces, networkNames } from '../src/contract/shop/networks.ts'
import { recogniseLink } from '../src/contract/shop/recognise-link.ts'

type Example = [
  url: string,
  network: string,
  key: string,
  advertiser: string,
  trackingId: string | null,
  parameter: string | null,
]

const examples: Example[] = [
  [
    'https://www.awin1.com/cread.php?awinmid=2082&awinaffid=4567&clickref=&ued=https%3A%2F%2Fwww.shop.example%2Fa',
    'awin',
    '2082',
    'shop.example',
    '4567',
    'clickref',
  ],
  [
    'https://www.awin1.com/awclick.php?gid=1&mid=3000&awinaffid=99&linkid=5',
    'awin',
    '3000',
    'Advertiser 3000',
    '99',
    'clickref',
  ],
  ['https://tidd.ly/4abc', 'awin', 'tidd.ly', 'Awin, short links', null, null],
  ['https://www.dpbolvw.net/click-1001-2002?sid=x', 'cj', '2002', 'Link 2002', '1001', 'sid'],
  [
    'https://www.jdoqocy.com/click-1001-2002?url=https%3A%2F%2Fwww.shop.example%2F',
    'cj',
    'shop.example',
    'shop.example',
    '1001',
    'sid',
  ],
  [
    'https://www.tkqlhce.com/links/1001/type/dlg/sid/a/https://www.shop.example/b',
    'cj',
    'shop.example',
    'shop.example',
    '1001',
    'sid',
  ],
  [
    'https://fernway.sjv.io/c/1234/567/890?u=https%3A%2F%2Ffernway.example',
    'impact',
    '890',
    'fernway',
    '1234',
    'subId1',
  ],
  ['https://fernway.pxf.io/k0Abc', 'impact', 'fernway.pxf.io', 'fernway', null, 'subId1'],
  ['https://go.fernway.example/c/1234/567/890', 'impact', '890', 'go.fernway.example', '1234', 'subId1'],
  [
    'https://goto.target.7eer.net/c/1234/567/890?u=https%3A%2F%2Fwww.amazon.com%2Fdp%2FB0',
    'impact',
    '890',
    'Campaign 890',
    '1234',
    'sharedid',
  ],
  [
    'https://click.linksynergy.com/fs-bin/click?id=AbC*9&offerid=238.77&type=3',
    'rakuten',
    '238',
    'Advertiser 238',
    'AbC*9',
    'u1',
  ],
  [
    'https://click.linksynergy.com/deeplink?id=AbC*9&mid=2417&murl=https%3A%2F%2Fwww.shop.example%2F',
    'rakuten',
    '2417',
    'shop.example',
    'AbC*9',
    'u1',
  ],
  [
    'https://www.shareasale.com/r.cfm?b=1&u=22&m=333&urllink=www.shop.example/a&afftrack=',
    'shareasale',
    '333',
    'shop.example',
    '22',
    'afftrack',
  ],
  [
    'https://www.shareasale.com/m-pr.cfm?merchantID=333&userID=22&productID=1',
    'shareasale',
    '333',
    'Merchant 333',
    '22',
    'afftrack',
  ],
  ['https://shrsl.com/2x', 'shareasale', 'shrsl.com', 'ShareASale, short links', null, null],
  [
    'https://go.skimresources.com/?id=1X2&url=https%3A%2F%2Fshop.example',
    'skimlinks',
    'skimlinks',
    'All shops',
    '1X2',
    'xcust',
  ],
  [
    'https://go.redirectingat.com?id=1X2&url=https%3A%2F%2Fshop.example',
    'skimlinks',
    'skimlinks',
    'All shops',
    '1X2',
    'xcust',
  ],
  ['https://redirect.viglink.com/?key=abc&u=https%3A%2F%2Fshop.example', 'sovrn', 'sovrn', 'All shops', 'abc', 'cuid'],
  ['https://sovrn.co/1a2b', 'sovrn', 'sovrn.co', 'Sovrn Commerce, short links', null, null],
  ['https://www.amazon.com/dp/B000?tag=site-20', 'amazon', 'amazon.com', 'Amazon.com', 'site-20', 'ascsubtag'],
  ['https://amazon.co.jp/dp/B000', 'amazon', 'amazon.co.jp', 'Amazon.co.jp', null, 'ascsubtag'],
  ['https://amzn.to/3abc', 'amazon', 'amzn.to', 'Amazon Associates, short links', null, null],
  ['https://WWW.Shop.example:8443/a?b', 'generic', 'shop.example', 'shop.example', null, null],
]

test.each(examples)('%s', (url, network, key, advertiser, trackingId, subIdParameter) => {
  const host = new URL(url).hostname
  expect(recogniseLink(url)).toEqual({ network, host, key, advertiser, trackingId, subIdParameter })
})

test('links of every network are recognised', () => {
  expect(examples.map(([, network]) => network)).toEqual(expect.arrayContaining(networkNames))
})

test('every marketplace of Amazon is a program of its own', () => {
  const keys = Object.keys(amazonMarketplaces).map(
    (domain) => recogniseLink(`https://www.${domain}/dp/B0?tag=a-20`)?.key,
  )
  expect(keys).toEqual(Object.keys(amazonMarketplaces))
})

test.each([
  'https://WWW.AMAZON.COM.:443/dp/B0?tag=a-20',
  'https://www.amazon.com:/dp/B0?tag=a-20',
  'https://www.amaz%6fn.com/dp/B0?tag=a-20',
  'https://www.ａmazon.com/dp/B0?tag=a-20',
  'https://www。amazon。com/dp/B0?tag=a-20',
])('%s is a link to Amazon, as browsers read it', (url) => {
  expect(recogniseLink(url)).toMatchObject({ network: 'amazon', host: 'www.amazon.com', trackingId: 'a-20' })
})

test('a mistyped link to Amazon is recognised without a fault', () => {
  for (const url of ['https://www.amazon.com:99999/dp/B0?tag=a-20', 'https://<host>.amazon.com/dp/B0?tag=a-20'])
    expect(recogniseLink(url)).toMatchObject({ network: 'amazon', key: 'amazon.com', trackingId: 'a-20' })
})

test('anything but a link to a host is not recognised', () => {
  for (const text of [
    '',
    'amazon.com',
    'ftp://amazon.com/',
    'https://',
    'https:///a',
    'javascript:alert(1)',
    'https://amazon.com\\.evil.example/',
  ])
    expect(recogniseLink(text), text).toBeUndefined()
  expect(recogniseLink('https://amazon.com.evil.example/')?.network).toBe('generic')
  expect(recogniseLink('https://amazon.com@evil.example/')?.network).toBe('generic')
  expect(recogniseLink('https://constructor/')?.network).toBe('generic')
})
