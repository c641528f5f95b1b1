import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { owner } from '../demo-owner.ts'
import { freePort } from '../postgres.ts'
import { type IsolatedSite, startIsolatedSite } from './isolated-site.ts'
import { expect, open, test } from './site-test.ts'

test.use({ expectedProblems: /status of 40[01]|^400: / })

let site: IsolatedSite

test.beforeAll(async () => {
  test.setTimeout(90_000)
  site = await startIsolatedSite(await freePort())
})
test.afterAll(() => site.stop())

test('Two-step verification is turned on, signs in by the app and by recovery codes, and renews a sign-in in place', {
  tag: '@gate',
}, async ({ page, browser }) => {
  test.setTimeout(90_000)
  let secret = ''
  let recoveryCodes: string[] = []
  /** The code that the authenticator app shows in a number of seconds. */
  const codeOf = (seconds: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + seconds * 1000 })

  await test.step('Two-step verification is turned on with a code of the app', async () => {
    await login(page)
    await expect(page).toHaveURL(`${site.origin}/admin`)
    await open(page, `${site.origin}/admin/settings/security`)
    const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Two-step verification' }) })
    await expect(panel.getByText('Off', { exact: true })).toBeVisible()
    await panel.getByRole('button', { name: 'Turn on' }).click()
    await page.getByLabel('Your password').fill('a guess')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('That is not your password')).toBeVisible()
    await page.getByLabel('Your password').fill(owner.password)
    await page.getByRole('button', { name: 'Continue' }).click()

    await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    secret = (await page.getByRole('dialog').locator('code').innerText()).replace(/\s/g, '')
    const code = page.getByLabel('Enter the six digits')
    await code.fill('000000')
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
    await expect(
      page.getByText('That code is not right. Please enter the six digits that the app shows now.'),
    ).toBeVisible()
    await code.fill(codeOf(-30))
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()

    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    recoveryCodes = await codes.allInnerTexts()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('recovery-codes.txt')
    await page.keyboard.press('Escape')
    await expect(page.getByText('Please keep the codes first')).toBeVisible()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await expect(panel.getByText('10 recovery codes left')).toBeVisible()
  })

  await test.step('After the password the login page shows the code field, and a wrong code is an error', async () => {
    await page.context().clearCookies()
    await login(page)
    const code = page.getByLabel('Code')
    await expect(code).toBeFocused()
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(page.getByLabel('Username')).toBeHidden()
    await code.fill('000000')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')).toHaveText(
      /Login failed.*That code is not right/,
    )
    await code.fill(codeOf(0))
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(`${site.origin}/admin`)
  })

  await test.step('A recovery code signs in once', async () => {
    await page.context().clearCookies()
    await login(page)
    await page.getByLabel('Code').fill(recoveryCodes[0]!)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(`${site.origin}/admin`)
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/login/)
    await login(page)
    await page.getByLabel('Code').fill(recoveryCodes[0]!)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')).toHaveText(
      /Login failed.*That code is not right/,
    )
    await expect(page).toHaveURL(/\/login/)
  })

  await test.step('without JavaScript the second step is a separate page without the password', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto(`${site.origin}/login?redirect=/about`)
    await plain.getByLabel('Username').fill(owner.username)
    await plain.getByLabel('Password').fill(owner.password)
    await plain.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(plain.getByRole('alert')).toHaveText(
      'Please enter the code from your authenticator app, or a recovery code',
    )
    expect(await plain.locator('form[aria-label=Login]').innerHTML()).not.toContain(owner.password)
    await plain.getByLabel('Code').fill('000000')
    await plain.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(plain.getByRole('alert')).toContainText('That code is not right.')
    await plain.getByLabel('Code').fill(recoveryCodes[1]!)
    await plain.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(plain).toHaveURL(`${site.origin}/about`)
    expect((await plain.request.get(`${site.origin}/api/auth/user`)).status()).toBe(200)
    await context.close()
  })

  await test.step('A sign-in that ends while a form is filled in is renewed in place, code included', async () => {
    await page.context().clearCookies()
    await login(page)
    await page.getByLabel('Code').fill(recoveryCodes[2]!)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(`${site.origin}/admin`)
    await open(page, `${site.origin}/admin/settings/security`)
    const name = `Written just before the end: ${randomUUID()}`
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.context().clearCookies({ name: 'session' })
    await page.getByRole('button', { name: 'Save profile' }).click()
    const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
    await expect(dialog.getByLabel('Username')).toHaveValue(owner.username)
    await dialog.getByLabel('Password').fill('a guess')
    await dialog.getByRole('button', { name: 'Login' }).click()
    await expect(dialog.getByText('Invalid username or password')).toBeVisible()
    await dialog.getByLabel('Password').fill(owner.password)
    await dialog.getByRole('button', { name: 'Login' }).click()
    await dialog.getByLabel(/recovery code/).fill(recoveryCodes[3]!)
    await dialog.getByRole('button', { name: 'Login' }).click()
    await expect(dialog).toHaveCount(0)
    await expect
      .poll(async () => (await page.request.get(`${site.origin}/api/auth/profile`)).json())
      .toMatchObject({ name })
  })
})

async function login(page: Page): Promise<void> {
  await open(page, `${site.origin}/login`)
  await page.getByLabel('Username').fill(owner.username)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}
