import type { Page } from '@playwright/test'
import { answerApi, countRequests, expect, holdApi, notSignedIn, open, test } from './site-test.ts'

test.use({ expectedProblems: /status of 40[01]|status of 500|^500: / })

const user = { id: 1, username: 'admin', name: 'Nora Ellery' }

test('2 Login: a hint shows the default admin credentials, and they work', { tag: '@gate' }, async ({ page }) => {
  await open(page, '/login')
  const hint = page.getByText('Default admin credentials')
  await expect(hint).toBeVisible()
  const [username, password] = await hint.locator('strong').allTextContents()
  await signIn(page, username!, password!)
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard')
  const stored = await page.evaluate(() => JSON.stringify({ ...window.sessionStorage }))
  expect(stored).toContain('admin')
  expect(stored).not.toContain(password)
  const cookies = await page.context().cookies()
  expect(cookies.map(({ name }) => name).sort()).toEqual(['known-browser', 'session', 'signed-in'])
  for (const { name, value, ...cookie } of cookies) {
    // The cookie readable by scripts only tells that a session exists.
    if (name === 'signed-in') expect(value).toBe('1')
    expect(cookie).toMatchObject({ httpOnly: name !== 'signed-in', sameSite: 'Lax', path: '/' })
  }
})

test("2 Login: the button reads 'Logging in...' and everything is disabled while submitting, then the redirect target", {
  tag: '@gate',
}, async ({ page }) => {
  const sent = await answerApi(page, '/api/auth/login', { user }, 200)
  const release = await holdApi(page, '/api/auth/login')
  await open(page, '/login?redirect=/shop')
  await signIn(page, 'admin', 'secret')
  await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled()
  await expect(page.getByLabel('Username')).toBeDisabled()
  await expect(page.getByLabel('Password')).toBeDisabled()
  release()
  await expect(page).toHaveURL('/shop')
  expect(sent.map(({ body }) => body)).toEqual([{ username: 'admin', password: 'secret' }])
  expect(sent[0]!.headers['content-type']).toContain('application/json')
  // 4 Login: after success a copy of the user is in the session storage.
  const values = await page.evaluate(() => Object.values({ ...window.sessionStorage }))
  expect(values.map((value) => JSON.parse(value))).toContainEqual(user)
})

test('8 Login failure: the form is enabled again', { tag: '@gate' }, async ({ page }) => {
  await open(page, '/login')
  const refused = page.waitForResponse('**/api/auth/login')
  await signIn(page, 'admin', 'wrong')
  expect((await refused).status()).toBe(401)
  await expect(page.getByLabel('Username')).toBeEnabled()
  await expect(page.getByLabel('Username')).toHaveValue('admin')
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
  await expect(page).toHaveURL('/login')
  expect(await page.context().cookies()).toEqual([])
  expect(await page.evaluate(() => window.sessionStorage.length)).toBe(0)
})

test('2 Login: a signed-in user is redirected to /admin or to the redirect parameter', { tag: '@gate' }, async ({
  page,
}) => {
  await answerAsSignedIn(page, user)
  await page.goto('/login?redirect=/shop?category=Serums')
  await expect(page).toHaveURL('/shop?category=Serums')
  await page.goto('/login')
  await expect(page).toHaveURL('/admin')
})

test('2 Login: it never leads away from the site', async ({ page }) => {
  await answerAsSignedIn(page, user)
  // The admin's requests are rejected, which deletes the cookie; the user cached in the tab stays.
  await page.addInitScript((stored) => window.sessionStorage.setItem('dewlight.user', stored), JSON.stringify(user))
  for (const target of ['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`)
    await expect.soft(page, target).toHaveURL('/admin')
  }
})

test('4 Auth: a reply that carries a message is treated as signed out', async ({ page }) => {
  await answerAsSignedIn(page, { ...user, message: 'Nobody is signed in' })
  const answered = page.waitForResponse('**/api/auth/user')
  await open(page, '/login')
  await (await answered).finished()
  await page.getByLabel('Username').fill('still here')
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Username')).toHaveValue('still here')
})

test('4 Auth: a 401 for the current user shows no error', { tag: '@gate' }, async ({ page, problems }) => {
  await rememberSignIn(page)
  const answered = page.waitForResponse('**/api/auth/user')
  await open(page, '/login')
  expect((await answered).status()).toBe(401)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(problems.filter((text) => !notSignedIn.test(text))).toEqual([])
  await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).not.toContain('signed-in')
})

test.describe('an anonymous visitor', () => {
  test.use({ expectedProblems: undefined })
  test('4 Auth: the current user is not requested without a session', { tag: '@gate' }, async ({ page }) => {
    const asked = countRequests(page, '/api/auth/user')
    await open(page, '/login')
    // Its request would have been sent before this.
    await page.evaluate(async () => {
      await new Promise((resolve) => requestIdleCallback(resolve))
      await fetch('/healthz')
    })
    expect(asked()).toBe(0)
  })
})

/** The browser state of an earlier sign-in, valid or expired. */
async function rememberSignIn(page: Page): Promise<void> {
  await page.context().addCookies([{ name: 'signed-in', value: '1', url: test.info().project.use.baseURL! }])
}

async function answerAsSignedIn(page: Page, answer: object): Promise<void> {
  await rememberSignIn(page)
  await answerApi(page, '/api/auth/user', answer, 200)
}

async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}
