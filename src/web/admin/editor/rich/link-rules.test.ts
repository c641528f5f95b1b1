import { expect, test } from 'vitest'
import { completeUrl, isAffiliateHost, isSafeUrl } from './link-rules.ts'

test('a link to an affiliate host or its subdomain is an affiliate link', () => {
  const hosts = ['shop.example']
  expect(isAffiliateHost('https://shop.example/x', hosts)).toBe(true)
  expect(isAffiliateHost('https://www.shop.example/x', hosts)).toBe(true)
  expect(isAffiliateHost('https://notshop.example/x', hosts)).toBe(false)
  expect(isAffiliateHost('/blog/shop.example', hosts)).toBe(false)
})

test.each([
  ['shop.example/x', 'https://shop.example/x'],
  ['nora@dewlight.example', 'mailto:nora@dewlight.example'],
  ['nora+blog&co#1@dewlight.example', 'mailto:nora%2Bblog%26co%231@dewlight.example'],
  ['//amzn.to/abc', 'https://amzn.to/abc'],
  ['/blog/retinol', '/blog/retinol'],
  ['#notes', '#notes'],
  ['http://old.example', 'http://old.example'],
  ['  ', ''],
])('%j is completed to %j', (typed, url) => {
  expect(completeUrl(typed)).toBe(url)
})

test('only safe URLs are links', () => {
  for (const address of ['https://a.example', '/blog', '#notes', 'mailto:a@b.example', 'tel:+1555', 'sms:+1555']) {
    expect(isSafeUrl(address), address).toBe(true)
  }
  for (const address of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'https://a b', '']) {
    expect(isSafeUrl(address), address).toBe(false)
  }
})
