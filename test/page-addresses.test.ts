import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtInPages } from '../src/contract/content/built-in-pages.ts'
import { isReservedSlug } from '../src/server/content/posts/pages.routes.ts'
import { policyOf } from '../src/server/platform/http/path-policy.ts'
import { matchRoute, pageRoute, routes } from '../src/web/routes.ts'
import { testApp } from './test-app.ts'

const firstSegment = (path: string) => path.split('/')[1]!
/** Matches texts that may be slugs. */
const isSlug = (text: string) => /^[\p{L}\p{N}_-]+$/u.test(text)

test('no page can take the address of a route of the site', () => {
  const segments = new Set(routes.map(({ pattern }) => firstSegment(pattern)).filter(isSlug))
  expect(segments.size).toBeGreaterThan(10)
  for (const segment of segments) {
    const isBuiltIn = (builtInPages as readonly string[]).includes(segment)
    expect(isReservedSlug(segment), segment).toBe(!isBuiltIn)
    expect(isReservedSlug(segment.toUpperCase()), segment).toBe(!isBuiltIn || segment.toUpperCase() !== segment)
  }
  for (const slug of builtInPages) expect(matchRoute(`/${slug}`).route, slug).not.toBe(pageRoute)
})

test('no page can take an address of the server itself', async () => {
  const { routes: mounted } = await testApp()
  const segments = new Set(mounted.map(({ path }) => firstSegment(path)).filter(isSlug))
  expect([...segments]).toContain('api')
  for (const segment of segments) expect(isReservedSlug(segment), segment).toBe(!isPage(segment))
  for (const segment of ['assets', 'media', 'share', 'metrics', 'healthz', 'readyz', 'preview', 'admin', 'setup'])
    expect(isReservedSlug(segment), segment).toBe(true)
  // Files at the root of the site have a dot in their names, which no slug has.
  for (const name of readdirSync('public')) expect(isSlug(name) && !isReservedSlug(name), name).toBe(false)
})

/** `/about` and its like, which forms and the API post to, stay built-in pages. */
function isPage(segment: string): boolean {
  return (builtInPages as readonly string[]).includes(segment)
}

test('every other slug is a page, with the policy of one', () => {
  for (const slug of ['start-here', 'faq', 'größe', 'Blogroll', 'new', 'feed', '2026']) {
    expect(isReservedSlug(slug), slug).toBe(false)
    const { route, params } = matchRoute(`/${encodeURIComponent(slug)}`)
    expect(route, slug).toBe(pageRoute)
    expect(params, slug).toEqual({ slug })
    expect(policyOf(`/${slug}`).label, slug).toBe('page')
  }
  for (const path of ['/start/here', '/not-found', '/blog/x', '/']) expect(matchRoute(path).route).not.toBe(pageRoute)
})
