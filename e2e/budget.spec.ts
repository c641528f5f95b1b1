import { brotliCompressSync } from 'node:zlib'
import { kinds } from './pages.ts'
import { expect, hydrated, missingOrSignedOut, test } from './site-test.ts'

test.use({ expectedProblems: missingOrSignedOut })

for (const { path } of kinds) {
  test(`6 Budget: ${path} loads less than 90 kB of JavaScript, and none of the admin`, async ({ page, request }) => {
    const scripts = new Set<string>()
    page.on('request', (asked) => {
      if (asked.resourceType() === 'script' || /\.js(?:\?|$)/.test(asked.url())) scripts.add(asked.url())
    })
    await page.goto(path)
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    expect(scripts.size).toBeGreaterThan(1)
    let total = 0
    for (const url of scripts) {
      const answer = await request.get(url, { headers: { 'accept-encoding': 'br' } })
      expect(answer.headers()['content-encoding'], url).toBe('br')
      const body = await answer.body()
      total += Number(answer.headers()['content-length'] ?? brotliCompressSync(body).length)
      expect(url).not.toMatch(/admin|dashboard|editor/)
      expect(body.toString()).not.toMatch(/Admin Dashboard|Refresh Data|Create & New/)
    }
    expect(total).toBeGreaterThan(30_000)
    expect(total).toBeLessThan(90_000)
  })
}
