import type { APIRequestContext } from '@playwright/test'
import { findFaults, structuredData, typesIn } from './schema-org.ts'
import { expect, test } from './site-test.ts'

/** The paths of the sitemap. */
async function sitemapPaths(request: APIRequestContext): Promise<string[]> {
  const xml = await (await request.get('/sitemap.xml')).text()
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url!).pathname)
}

test('Structured data: every page of the sitemap is valid for schema.org and for Google', async ({ request }) => {
  test.slow()
  const paths = await sitemapPaths(request)
  expect(paths.length).toBeGreaterThan(30)
  const faults: string[] = []
  const types = new Set<string>()
  for (const path of paths) {
    const items = structuredData(await (await request.get(path)).text())
    for (const type of typesIn(items)) types.add(type)
    for (const fault of await findFaults(items)) faults.push(`${path}: ${fault}`)
  }
  expect(faults).toEqual([])
  expect([...types].sort()).toEqual(expect.arrayContaining(['Article', 'BreadcrumbList', 'ItemList', 'Product']))
})

test('Structured data: the validator finds a wrong property, a missing and an empty one', async () => {
  const faults = await findFaults([
    { '@context': 'https://schema.org', '@type': 'Product', name: 'Oat cream', colour: 'white' },
    { '@context': 'https://schema.org', '@type': 'Article', headline: '' },
  ])
  expect(faults.join('\n')).toMatch(/colour/)
  expect(faults.join('\n')).toMatch(/Article without image/)
  expect(faults.join('\n')).toMatch(/Article with an empty headline/)
})
