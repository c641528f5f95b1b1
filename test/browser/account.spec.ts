import type { Page } from '@playwright/test'
import { owner } from '../demo-owner.ts'
import { axeFor } from './axe.ts'
import { type IsolatedSite, startIsolatedSite } from './isolated-site.ts'
import { expect, hydrated, open, test } from './site-test.ts'

const port = Number(process.env.E2E_PORT ?? 3210) + 113

test.use({ expectedProblems: /status of 40[013]|^40[03]: / })

test.describe('a new public site', () => {
  let site: IsolatedSite
  test.beforeAll(async () => {
    test.setTimeout(90_000)
    site = await startIsolatedSite(port, { env: { SITE_URL: `http://localhost:${port}` }, isEmpty: true })
  })
  test.afterAll(() => site.stop())

  test('prints a link with which its owner makes the first account, once', { tag: '@gate' }, async ({ page }) => {
    const link = /http:\/\/localhost:\d+\/setup\?token=[\w-]{43}/.exec(site.output())![0]
    expect(new URL(link).port).toBe(String(port))
    const answer = await page.goto(link)
    expect(answer!.headers()['cache-control']).toMatch(/no-store/)
    await hydrated(page)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
    await page.getByLabel('Username').fill('nora')
    await page.getByLabel('Password').fill('short')
    await page.getByRole('button', { name: 'Make my account' }).click()
    await expect(page.getByText('Please use at least 12 characters')).toBeVisible()
    await page.getByLabel('Password').fill('a sentence that is mine')
    await page.getByRole('button', { name: 'Make my account' }).click()
    await expect(page).toHaveURL(`${site.origin}/admin`)
    await expect(page.getByText('Signed in as nora')).toBeVisible()

    await open(page, link)
    await page.getByLabel('Username').fill('eve')
    await page.getByLabel('Password').fill('a sentence of somebody else')
    await page.getByRole('button', { name: 'Make my account' }).click()
    await expect(page.locator('#setup-failure')).toContainText('This setup link is not valid any more.')
    await expect(page.locator('#setup-failure')).toBeFocused()
  })
})

test.describe('an account', () => {
  let site: IsolatedSite
  test.beforeAll(async () => {
    test.setTimeout(90_000)
    site = await startIsolatedSite(port + 1)
  })
  test.afterAll(() => site.stop())

  test('is signed out elsewhere, and gets a new password', { tag: '@gate' }, async ({ page, browser }) => {
    const other = await (await browser.newContext()).newPage()
    for (const device of [other, page]) await signIn(device, site)
    await open(other, `${site.origin}/admin/settings/security`)
    await open(page, `${site.origin}/admin/settings/security`)

    await test.step('is signed out on another device, which goes on where it was', async () => {
      await expect(page.getByText('This device')).toBeVisible()
      await page.getByRole('button', { name: /^Sign out (?!everywhere)/ }).click()
      await expect(page.getByRole('button', { name: /^Sign out/ })).toHaveCount(0)

      await other.getByLabel('Name', { exact: true }).fill('Still being written')
      await other.getByRole('button', { name: 'Refresh Data' }).click()
      const renewal = other.getByRole('dialog', { name: 'Please sign in again' })
      await renewal.getByLabel('Password').fill(owner.password)
      await renewal.getByRole('button', { name: 'Login' }).click()
      await expect(renewal).toHaveCount(0)
      await expect(other.getByLabel('Name', { exact: true })).toHaveValue('Still being written')
    })

    await test.step('is signed out everywhere else at once', async () => {
      await open(page, `${site.origin}/admin/settings/security`)
      await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
      await expect(page.getByRole('button', { name: /^Sign out/ })).toHaveCount(0)
      expect((await other.request.get(`${site.origin}/api/auth/user`)).status()).toBe(401)
      expect((await page.request.get(`${site.origin}/api/auth/user`)).status()).toBe(200)
    })

    await test.step('gets a new password, and the hint of the demo account is gone', async () => {
      await page.getByLabel('Current password').fill('not it')
      await page.getByLabel('New password').fill('a sentence that is mine')
      await page.getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByText('That is not your password')).toBeVisible()
      await page.getByLabel('Current password').fill(owner.password)
      await page.getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByLabel('Current password')).toHaveValue('')
      await page.getByRole('button', { name: 'Log out' }).click()
      await expect(page).toHaveURL(/\/login/)
      await open(page, `${site.origin}/login`)
      await expect(page.getByText('Default admin credentials')).toHaveCount(0)
      const signInWith = (password: string) =>
        page.request.post(`${site.origin}/api/auth/login`, { data: { ...owner, password } })
      expect((await signInWith('a sentence that is mine')).status()).toBe(200)
    })

    await other.context().close()
  })
})

async function signIn(page: Page, { origin }: IsolatedSite): Promise<void> {
  expect((await page.request.post(`${origin}/api/auth/login`, { data: owner })).status()).toBe(200)
}

// The screen at 1280 px is checked in `dashboard.spec.ts`.
test('Account and security: everything fits a phone and is named for those who hear it', async ({ page }) => {
  expect((await page.request.post('/api/auth/login', { data: owner })).status()).toBe(200)
  await page.setViewportSize({ width: 360, height: 800 })
  await open(page, '/admin/settings/security')
  await expect(page.getByText('This device')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  const { violations } = await axeFor(page).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  await page.screenshot({ path: 'test-results/security-360.png', fullPage: true })
})
