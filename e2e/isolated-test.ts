import { type APIRequestContext, type Page, request } from '@playwright/test'
import { startIsolatedSite } from './isolated-site.ts'
import { signIn } from './owner.ts'
import { test as base, expect, open } from './site-test.ts'

type State = Awaited<ReturnType<APIRequestContext['storageState']>>
type SignedInSite = { origin: string; state: State }

/**
 * A test on a separate site per worker, with the demo and the owner signed in: for changes that other tests would see,
 * such as the number of categories.
 */
export const test = base.extend<object, { isolatedSite: SignedInSite }>({
  isolatedSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the fixture names
    async ({}, use, { parallelIndex }) => {
      const site = await startIsolatedSite(Number(process.env.E2E_PORT ?? 3210) + 300 + parallelIndex)
      const api = await request.newContext({ baseURL: site.origin })
      await signIn(api)
      await use({ origin: site.origin, state: await api.storageState() })
      await api.dispose()
      await site.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ isolatedSite }, use) => use(isolatedSite.origin),
  storageState: ({ isolatedSite }, use) => use(isolatedSite.state),
})

/** Opens a page of the dashboard. */
export async function openAdmin(page: Page, address: string): Promise<void> {
  await open(page, address)
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
}

export { expect }
