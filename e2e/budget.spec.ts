import { kinds } from './pages.ts'
import { expect, hydrated, pageMissing, test } from './site-test.ts'

test.use({ expectedProblems: pageMissing })

test('6 Budget: every public page loads less than 90 kB of JavaScript, and none of the admin', async ({
  page,
  request,
}) => {
  test.slow()
  const sizes = new Map<string, number>()
  const asked = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || /\.js(?:\?|$)/.test(request.url())) asked.add(request.url())
  })
  const sizeOf = async (url: string) => {
    const answer = await request.get(url, { headers: { 'accept-encoding': 'br' } })
    expect(answer.headers()['content-encoding'], url).toBe('br')
    expect(url).not.toMatch(/admin|dashboard|editor/)
    expect(await answer.text()).not.toMatch(/Admin Dashboard|Refresh Data|Create & New/)
    return Number(answer.headers()['content-length'])
  }
  for (const { path } of kinds) {
    asked.clear()
    await page.goto(path)
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    expect(asked.size, path).toBeGreaterThan(1)
    let total = 0
    for (const url of asked) {
      if (!sizes.has(url)) sizes.set(url, await sizeOf(url))
      total += sizes.get(url)!
    }
    console.log(`${(total / 1000).toFixed(2)} kB of JavaScript, brotli: ${path}`)
    expect.soft(total, path).toBeGreaterThan(30_000)
    expect.soft(total, path).toBeLessThan(90_000)
  }
})
