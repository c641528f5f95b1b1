import { expect, test } from 'vitest'
import { kinds } from './pages.ts'
import { createVisitor } from './visitor.ts'

/** The paths of every post, product, ingredient and page of the demo. */
async function listedPaths(): Promise<string[]> {
  const sitemap = await (await createVisitor().fetch('/sitemap.xml')).text()
  return [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, url]) => new URL(url!).pathname)
}

test('6 Budget: the HTML of every public page takes less than 12 kB in brotli, that of 48 results 15 kB', async () => {
  const paths = new Set([...kinds.map(({ path }) => path), ...(await listedPaths())])
  expect(paths.size).toBeGreaterThan(60)
  for (const path of paths) {
    const response = await createVisitor().fetch(path, { headers: { 'accept-encoding': 'br' } })
    await response.arrayBuffer()
    const { headers } = response
    expect(headers.get('content-encoding'), path).toBe('br')
    const size = Number(headers.get('content-length'))
    expect.soft(size, path).toBeGreaterThan(1000)
    expect.soft(size, path).toBeLessThanOrEqual(path.startsWith('/search') ? 15_000 : 12_000)
  }
})
