import { expect, test } from 'vitest'
import { findFaults, structuredData, typesIn } from '../browser/schema-org.ts'
import { createVisitor } from './visitor.ts'

test('Structured data: every page of the sitemap is valid for schema.org and for Google', {
  timeout: 90_000,
}, async () => {
  const visitor = createVisitor()
  const textOf = async (path: string) => (await visitor.fetch(path)).text()
  const paths = [...(await textOf('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url]) => new URL(url!).pathname,
  )
  expect(paths.length).toBeGreaterThan(30)
  const faults: string[] = []
  const types = new Set<string>()
  for (const path of paths) {
    const items = structuredData(await textOf(path))
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
