import type { APIRequestContext, Page } from '@playwright/test'
import { owner } from '../demo-owner.ts'
import { expect, open } from './site-test.ts'

type State = Awaited<ReturnType<APIRequestContext['storageState']>>

/** One session for the tests of a worker, while it counts as recently authenticated. Tests that end theirs use `signIn`. */
let shared: { state: Promise<State>; until: number } | undefined

const SHARED_FOR_MS = 8 * 60 * 1000

/** Signs in without the login page. */
export async function signInAsOwner(page: Page): Promise<void> {
  if (!shared || performance.now() > shared.until) {
    const state = signIn(page.request).then(() => page.request.storageState())
    shared = { state, until: performance.now() + SHARED_FOR_MS }
  }
  await page.context().addCookies((await shared.state).cookies)
}

/** Creates a separate session. */
export async function signIn(request: APIRequestContext): Promise<void> {
  const answer = await request.post('/api/auth/login', { data: owner })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Signs in and opens a page of the dashboard. */
export async function openAdmin(page: Page, address = '/admin'): Promise<void> {
  await signInAsOwner(page)
  await openDashboard(page, address)
}

/** Opens a page of the dashboard as the owner who is signed in, and waits for the code of its tab. */
export async function openDashboard(page: Page, address: string): Promise<void> {
  await open(page, address)
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  // The heading is there before the code of the dashboard is.
  await expect(page.getByText('Signed in as')).toBeVisible()
  await expect(page.locator('#tab-panel > [role="status"]').filter({ hasText: /^Loading\.\.\.$/ })).toHaveCount(0)
}
