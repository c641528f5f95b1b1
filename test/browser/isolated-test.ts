import { type APIRequestContext, request } from '@playwright/test'
import { startIsolatedSite } from './isolated-site.ts'
import { openDashboard, signIn } from './owner.ts'
import { test as base, expect } from './site-test.ts'

type State = Awaited<ReturnType<APIRequestContext['storageState']>>
type SignedInSite = { origin: string; state: State }

/**
 * A test on a separate site per worker, with the demo and the owner signed in: for changes that other tests would see,
 * such as the number of categories.
 */
export const test = base.extend<object, { isolatedSite: SignedInSite; siteEnv: Record<string, string> }>({
  /** Variables of the site besides the usual ones. */
  siteEnv: [{}, { option: true, scope: 'worker' }],
  isolatedSite: [
    async ({ siteEnv }, use, { parallelIndex }) => {
      const site = await startIsolatedSite(Number(process.env.E2E_PORT ?? 3210) + 300 + parallelIndex, {
        env: siteEnv,
      })
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

export { expect, openDashboard as openAdmin }
