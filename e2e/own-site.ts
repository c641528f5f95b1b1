import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type APIRequestContext, type Page, request } from '@playwright/test'
import { owner } from './owner.ts'
import { test as base, expect, open } from './site-test.ts'

type State = Awaited<ReturnType<APIRequestContext['storageState']>>
type OwnSite = { origin: string; state: State }

/**
 * A test on a site of its worker's own, with the demo and the owner signed in: for what other tests count on, such as how
 * many categories there are.
 */
export const test = base.extend<object, { ownSite: OwnSite }>({
  ownSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures by name
    async ({}, use, { parallelIndex }) => {
      const dataDir = mkdtempSync(path.join(tmpdir(), 'dewlight-e2e-'))
      const port = Number(process.env.E2E_PORT ?? 3210) + 100 + parallelIndex
      const origin = `http://localhost:${port}`
      const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, NODE_ENV: 'production', LOG_LEVEL: 'warn' }
      const site = spawn(process.execPath, ['dist/server/main.js'], { env, stdio: 'inherit' })
      try {
        await expect
          .poll(
            () =>
              fetch(`${origin}/readyz`).then(
                ({ status }) => status,
                () => 0,
              ),
            { timeout: 110_000 },
          )
          .toBe(200)
        const api = await request.newContext({ baseURL: origin })
        const answer = await api.post('/api/auth/login', { data: owner })
        expect(answer.status(), await answer.text()).toBe(200)
        const state = await api.storageState()
        await api.dispose()
        await use({ origin, state })
      } finally {
        const ended = new Promise((resolve) => site.once('exit', resolve))
        site.kill('SIGTERM')
        await ended
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ ownSite }, use) => use(ownSite.origin),
  storageState: ({ ownSite }, use) => use(ownSite.state),
})

/** Opens a place of the dashboard. */
export async function openAdmin(page: Page, address: string): Promise<void> {
  await open(page, address)
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
}

export { expect }
