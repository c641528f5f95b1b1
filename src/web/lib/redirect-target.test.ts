import { expect, test } from 'vitest'
import { redirectTarget } from './redirect-target.ts'

test('signing in leads to the dashboard unless another page was asked for', () => {
  expect(redirectTarget(null)).toBe('/admin')
  expect(redirectTarget(undefined)).toBe('/admin')
  expect(redirectTarget('')).toBe('/admin')
})

test('signing in leads back to the page that was asked for', () => {
  expect(redirectTarget('/admin')).toBe('/admin')
  expect(redirectTarget('/')).toBe('/')
  expect(redirectTarget('/shop?category=Serums&page=2#top')).toBe('/shop?category=Serums&page=2#top')
})

test.each([
  'https://evil.example/',
  'javascript:alert(1)',
  'evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/ok\r\nset-cookie: a=b',
  ' /admin',
])('signing in never leads away from the site: %j', (asked) => {
  expect(redirectTarget(asked)).toBe('/admin')
})
