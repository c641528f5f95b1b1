import { expect, test } from 'vitest'
import { redirectTarget } from './redirect-target.ts'

test('signing in leads to the dashboard by default', () => {
  expect(redirectTarget(null)).toBe('/admin')
  expect(redirectTarget(undefined)).toBe('/admin')
  expect(redirectTarget('')).toBe('/admin')
})

test('signing in leads to the requested page', () => {
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
])('signing in never leads to another site: %j', (requested) => {
  expect(redirectTarget(requested)).toBe('/admin')
})
