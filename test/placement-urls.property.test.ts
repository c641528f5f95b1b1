import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillSlot } from '../src/contract/shop/link-places.ts'
import { networkNames, networks } from '../src/contract/shop/networks.ts'
import {
  placementCode,
  placementPositions,
  placementSources,
  readPlacementCode,
} from '../src/contract/shop/placements.ts'
import { recogniseLink } from '../src/contract/shop/recognise-link.ts'
import { codeSlotOf, subIdParameterOf, withPlacement } from '../src/contract/shop/with-placement.ts'

const id = fc.option(fc.integer({ min: 1, max: 2_147_483_647 }), { nil: undefined })
const code = fc
  .record({
    source: fc.constantFrom(...placementSources),
    position: fc.constantFrom(...placementPositions),
    sourceId: id,
    productId: id,
  })
  .map(({ source, position, sourceId, productId }) =>
    placementCode({ source, position, ...(sourceId && { sourceId }), ...(productId && { productId }) }),
  )

const start = fc.constantFrom(
  'https://www.awin1.com/cread.php',
  'https://www.awin1.com/awclick.php',
  'http://www.anrdoezrs.net/click-100-200',
  'https://www.kqzyfj.com/click-1-2',
  'https://fernway.pxf.io/c/123456/789/1011',
  'https://go.some-shop.com/c/123456/789/1011',
  'https://click.linksynergy.com/deeplink',
  'https://www.shareasale.com/r.cfm',
  'https://go.skimresources.com/',
  'https://go.skimresources.com',
  'https://redirect.viglink.com/',
)

const unencoded = "abcXYZ019-._~!$'()*,;:@/?|{}^éß字😀[]"
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...unencoded), maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }).map((binary) => encodeURIComponent(binary.toWellFormed())),
  fc.constantFrom(
    '%2F',
    '%zz',
    '%',
    '+',
    'a+b',
    '%26%3D',
    'https%3A%2F%2Fshop.example%2Fa%3Fb%3Dc%23d',
    'https://x.example/?a=b',
  ),
)
const ownNames = ['clickref', 'ClickRef', 'sid', 'subId1', 'sharedid', 'u1', 'afftrack', 'xcust', 'cuid', '%63lickref']
const name = fc.oneof(fc.constantFrom('ued', 'url', 'u', 'murl', 'id', 'mid', 'a', 'a', 'b[]', 'b[]', ''), text)
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(name, text).map(([key, value]) => `${key}=${value}`) },
  { weight: 2, arbitrary: text },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...ownNames), text).map(([key, value]) => `${key}=${value}`) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...ownNames), code).map(([key, value]) => `${key}=${value}`) },
)
const fragment = fc.oneof(
  fc.constant(''),
  text.map((part) => `#${part}&clickref=x`),
)
const url = fc
  .tuple(start, fc.option(fc.array(piece, { maxLength: 8 }), { nil: undefined }), fragment)
  .map(([before, pieces, after]) => before + (pieces ? `?${pieces.join('&')}` : '') + after)

function split(address: string) {
  const hash = address.indexOf('#')
  const [before, after] = hash < 0 ? [address, ''] : [address.slice(0, hash), address.slice(hash)]
  const mark = before.indexOf('?')
  const pieces = mark < 0 ? [] : before.slice(mark + 1).split('&')
  return { base: mark < 0 ? before : before.slice(0, mark), pieces, after }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return part
  }
}
const isOf = (parameter: string) => (part: string) =>
  decoded(part.split('=')[0]!).toLowerCase() === parameter.toLowerCase()
const textOf = (part: string) => (part.includes('=') ? decoded(part.slice(part.indexOf('=') + 1)) : '')

test('a code is set exactly once, and every other byte of a link stays in its order', () => {
  fc.assert(
    fc.property(url, code, (link, placement) => {
      const parameter = subIdParameterOf(link)!
      expect(parameter).toBeTruthy()
      const result = withPlacement(link, placement)
      const [before, after] = [split(link), split(result)]
      expect(after.base).toBe(before.base)
      expect(after.after).toBe(before.after)
      const others = (pieces: string[]) => pieces.filter((part) => part !== '' && !isOf(parameter)(part))
      expect(others(after.pieces)).toEqual(others(before.pieces))
      const own = before.pieces.filter(isOf(parameter)).map(textOf)
      const owners = own.filter((value) => value !== '' && !readPlacementCode(value))
      const set = after.pieces.filter(isOf(parameter)).map(textOf)
      if (owners.length === 0) expect(set).toEqual([placement])
      else expect(set.filter(Boolean)).toEqual(owners)
      // A second rendering, or another placement of a link that was copied from a page, replaces the code.
      expect(withPlacement(result, placement)).toBe(result)
      // Returns the URL that the browser makes of the server's slot.
      const slot = codeSlotOf(link, parameter)
      expect(slot === null).toBe(owners.length > 0)
      if (slot) expect(fillSlot(link, slot, placement)).toBe(result)
    }),
    { numRuns: 3000 },
  )
})

test('a link without a sub-id keeps its bytes as they are in front of and behind the code', () => {
  fc.assert(
    fc.property(url, code, (link, placement) => {
      const parameter = subIdParameterOf(link)!
      fc.pre(!split(link).pieces.some(isOf(parameter)))
      const added = withPlacement(link, placement)
      const at = added.indexOf(`${parameter}=${placement}`, split(link).base.length)
      const kept = added.slice(0, at - 1) + added.slice(at + parameter.length + 1 + placement.length)
      const separator = added[at - 1]!
      // An empty query keeps its question mark, one that ends in '&' that.
      expect([link, link.replace(/[?&](?=#|$)/, '')]).toContain(kept)
      expect('?&').toContain(separator)
    }),
    { numRuns: 2000 },
  )
})

test('hosts of no network, short links and texts other than links stay as they are', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string()),
      code,
      (link, placement) => {
        fc.pre(recogniseLink(link)?.network !== 'impact')
        expect(withPlacement(link, placement)).toBe(link)
      },
    ),
    { numRuns: 1000 },
  )
  for (const link of [
    'https://amzn.to/3xYz?a=b',
    'https://tidd.ly/4abc',
    'https://shrsl.com/2x',
    'https://sovrn.co/1a',
    'mailto:a@awin1.com',
    '/blog/awin1.com',
    'https://www.awin1.com\\@evil.example/cread.php',
    'https://www.awin1.com/cread.php?a=b c',
    'https://awin1.com.evil.example/cread.php?a=b',
    'https://notawin1.com/cread.php',
  ])
    expect(withPlacement(link, 'd1tb12p34qk'), link).toBe(link)
})

test('a program names the parameter of an unknown host, and forbids or allows codes', () => {
  const placement = placementCode({ source: 'shop', position: 'card', productId: 3 })
  const rule = { subIdParameter: 'ref', allowsSubIds: true }
  const link = 'https://shop.example/p/1?x=%20&x=2#reviews'
  expect(withPlacement(link, placement, rule)).toBe(`https://shop.example/p/1?x=%20&x=2&ref=${placement}#reviews`)
  expect(withPlacement(link, placement, { subIdParameter: null, allowsSubIds: true })).toBe(link)
  expect(withPlacement(`${link.slice(0, -8)}&ref=mine`, placement, rule)).toBe(`${link.slice(0, -8)}&ref=mine`)
  const awin = 'https://www.awin1.com/cread.php?awinmid=1'
  expect(withPlacement(awin, placement, { subIdParameter: null, allowsSubIds: false })).toBe(awin)
  expect(withPlacement(awin, placement, { subIdParameter: 'clickref2', allowsSubIds: true })).toBe(
    `${awin}&clickref2=${placement}`,
  )
})

test('Amazon takes codes only where its program allows them, and another tracking ID instead', () => {
  const placement = placementCode({ source: 'post', sourceId: 4, position: 'text' })
  const link = 'https://www.amazon.co.uk/dp/B000?th=1&tag=mine-21&psc=1#x'
  expect(withPlacement(link, placement)).toBe(link)
  expect(withPlacement(link, placement, { subIdParameter: null, allowsSubIds: true })).toBe(
    `https://www.amazon.co.uk/dp/B000?th=1&tag=mine-21&psc=1&ascsubtag=${placement}#x`,
  )
  expect(withPlacement(link, placement, undefined, 'post-21')).toBe(
    'https://www.amazon.co.uk/dp/B000?th=1&tag=post-21&psc=1#x',
  )
  const untagged = 'https://www.amazon.co.uk/dp/B000'
  expect(withPlacement(untagged, placement, undefined, 'post-21')).toBe(untagged)
})

test('CJ’s deep links carry the code in their path', () => {
  const placement = placementCode({ source: 'home', position: 'card', productId: 3 })
  const deep = 'https://www.anrdoezrs.net/links/100/type/dlg/https://www.shop.example/a?b=c&sid=4#d'
  const coded = `https://www.anrdoezrs.net/links/100/type/dlg/sid/${placement}/https://www.shop.example/a?b=c&sid=4#d`
  expect(withPlacement(deep, placement)).toBe(coded)
  expect(withPlacement(coded, placement)).toBe(coded)
  const own = deep.replace('/dlg/', '/dlg/sid/mine/')
  expect(withPlacement(own, placement)).toBe(own)
})

test('every network but the generic one has a parameter that a link of it takes', () => {
  for (const network of networkNames) expect(networks[network].subIdParameter === null).toBe(network === 'generic')
})
