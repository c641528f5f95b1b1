import type { Page, Request } from '@playwright/test'
import { openAdmin } from './owner.ts'
import { expect, holdApi, test } from './site-test.ts'

// The preview of the appearance runs no script.
test.use({ expectedProblems: /^Blocked script execution in '[^']+\/api\/appearance\/preview/ })

/** Longer than data counts as fresh, so that each tab reads its data again. */
const LATER_MS = 11_000

const panel = (page: Page) => page.getByRole('tabpanel')

test('a tab seen before shows its stored rows before any response arrives', async ({ page }) => {
  test.setTimeout(240_000)
  const now = Date.now()
  await page.clock.setFixedTime(now)
  await openAdmin(page)
  await expect(page.getByRole('tab', { name: 'Programs' })).toBeVisible()
  const names = await page.getByRole('tab').evaluateAll((tabs) => tabs.map(({ id }) => id))
  expect(names.length).toBeGreaterThan(16)
  const seen = new Map<string, string>()
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  for (const name of names) {
    await show(page, name)
    await expect(panel(page).locator('.skeleton')).toHaveCount(0)
    await expect(
      panel(page)
        .getByRole('status')
        .filter({ hasText: /^Loading/ }),
    ).toHaveCount(0)
    await expect.poll(() => open.size).toBe(0)
    seen.set(name, await panel(page).innerText())
  }

  await page.clock.setFixedTime(now + LATER_MS)
  const requested = new Set<string>()
  page.on('request', (request) => requested.add(new URL(request.url()).pathname))
  const release = await holdApi(page, '/api')
  for (const name of names) {
    await show(page, name)
    await expect(panel(page), name).toHaveText(seen.get(name)!, { useInnerText: true })
    await expect(panel(page).locator('.skeleton'), name).toHaveCount(0)
  }
  // The tabs requested their data: what they showed came before the responses.
  expect([...requested].filter((path) => path.startsWith('/api/')).length).toBeGreaterThan(names.length)
  release()
})

async function show(page: Page, name: string): Promise<void> {
  await page.locator(`#${name}`).click()
  await expect(panel(page)).toHaveAttribute('aria-labelledby', name)
  await expect(panel(page).getByRole('heading', { level: 2 })).toBeVisible()
}
