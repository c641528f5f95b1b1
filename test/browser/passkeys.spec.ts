import type { Page } from '@playwright/test'
import { owner } from '../demo-owner.ts'
import { freePort } from '../postgres.ts'
import { type IsolatedSite, startIsolatedSite } from './isolated-site.ts'
import { openAdmin } from './owner.ts'
import { expect, open, test } from './site-test.ts'

test.use({ expectedProblems: /status of 40[01]/ })

let site: IsolatedSite

test.beforeAll(async () => {
  test.setTimeout(90_000)
  site = await startIsolatedSite(await freePort())
})
test.afterAll(() => site.stop())

/** Adds a virtual authenticator with user verification. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('A passkey is added, named, signs in without a password, and is deleted', { tag: '@gate' }, async ({ page }) => {
  await addAuthenticator(page)
  await open(page, `${site.origin}/login`)
  await expect(page.getByLabel('Username')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Login with a passkey' })).toHaveCount(0)
  await page.getByLabel('Username').fill(owner.username)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(`${site.origin}/admin`)

  await open(page, `${site.origin}/admin/settings/security`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please name this passkey')).toBeVisible()
  await page.getByRole('dialog').getByLabel('Name').fill('My phone')
  await page.getByRole('dialog').getByLabel('Your password').fill(owner.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Rename My phone' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('My old phone')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('My old phone', { exact: true })).toBeVisible()
  // The authenticator already has a passkey.
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Once more')
  await page.getByRole('dialog').getByLabel('Your password').fill(owner.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This device has a passkey for this site already.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.getByRole('button', { name: 'Login with a passkey' }).click()
  await expect(page).toHaveURL(`${site.origin}/admin/settings/security`)
  await expect(page.getByText(/last used/)).toBeVisible()

  await page.context().clearCookies({ name: 'session' })
  await page.getByRole('button', { name: 'Delete My old phone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  const renewal = page.getByRole('dialog', { name: 'Please sign in again' })
  await renewal.getByRole('button', { name: 'Login with a passkey' }).click()
  await expect(page.getByText('There is no passkey yet.')).toBeVisible()
  expect(await (await page.request.get(`${site.origin}/api/auth/methods`)).json()).toEqual({ passkey: false })
})

test('a passkey of a former domain is listed with that domain, to be deleted', async ({ page }) => {
  const passkey = { id: 7, name: 'My phone', createdAt: '2026-03-10T15:00:00.000Z', lastUsedAt: null }
  await page.route('**/api/auth/passkeys', (route) =>
    route.fulfill({ json: [{ ...passkey, otherHost: 'old.example' }] }),
  )
  await openAdmin(page, '/admin/settings/security')
  await expect(page.getByText('Made at old.example, where alone it works. Added')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete My phone' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rename My phone' })).toHaveCount(0)
})
