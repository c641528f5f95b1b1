import { expect, test } from 'vitest'
import { isLikelyAffiliate, linkHostOf } from '../src/contract/shop/affiliate-patterns.ts'

test.each([
  'https://shop.example/cream?aff=12',
  'https://shop.example/cream?size=50&AFFID=12',
  'https://shop.example/cream?ref=mia',
  'https://shop.example/?rfsn=123.abc',
  'https://shop.example/?sca_ref=1.a',
  'https://shop.example/cream?utm_source=x&utm_medium=affiliate',
  'https://shop.example/cream?awc=1_2',
  'https://shop.example/cream?tag=mia-20',
  'https://shop.example/ref/mia',
  'https://shop.example/aff/12/cream',
  'https://track.shop.example/aff_c?offer_id=1',
])('%s resembles an affiliate link', (url) => expect(isLikelyAffiliate(url)).toBe(true))

test.each([
  'https://shop.example/cream',
  'https://shop.example/cream?tag=serum',
  'https://shop.example/cream?ref=',
  'https://shop.example/reference/mia?utm_medium=email',
  'https://shop.example/?q=/ref/mia',
  'https://shop.example/cream#ref=mia',
  // Known networks and creator networks earn without a question.
  'https://www.amazon.com/dp/B000000001?tag=mia-20',
  'https://rstyle.me/+x?ref=a',
  '/blog/ref/mia?aff=1',
  'mailto:a@b.example?ref=x',
])('%s does not', (url) => expect(isLikelyAffiliate(url)).toBe(false))

test('the question is about the host of a link', () => {
  expect(linkHostOf('https://WWW.Shop.example:8443/a')).toBe('shop.example')
  expect(linkHostOf('/blog')).toBeUndefined()
})
