import type { Page } from '@playwright/test'
import { signIn, signInAsOwner } from './owner.ts'
import { answerApi, countRequests, expect, failApi, holdApi, open, test } from './site-test.ts'

test.use({ expectedProblems: /status of (?:401|500)|^500: / })

const user = { id: 1, username: 'admin', name: 'Nora Ellery' }

test('4 Protected route: it tells what it waits for, and redirects once to /login?redirect={path}', {
  tag: '@gate',
}, async ({ page }) => {
  const addresses: string[] = []
  page.on('framenavigated', (frame) => {
    const { pathname, search } = new URL(frame.url())
    addresses.push(pathname + search)
  })
  await open(page, '/about')
  const releaseUser = await holdApi(page, '/api/auth/user')
  const releasePage = await holdApi(page, /\/assets\/login-page-[^/]*\.js$/)
  await open(page, '/admin')
  await test.step("a spinner with 'Loading...' while it is unknown who is signed in", async () => {
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
    const turning = await page
      .getByText('Loading...', { exact: true })
      .evaluate((element) => [...element.children].some((child) => getComputedStyle(child).animationName !== 'none'))
    expect(turning).toBe(true)
    await expect(page.getByText('Redirecting to login...')).toHaveCount(0)
    releaseUser()
  })
  await test.step("it shows 'Redirecting to login...' and the way there", async () => {
    await expect(page.getByText('Redirecting to login...', { exact: true })).toBeVisible()
    await expect(page.getByText('Please login to access the admin dashboard.', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/login?redirect=/admin')
    releasePage()
  })
  await test.step('with no user it redirects once', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
    await expect(page).toHaveURL(/\/login\?redirect=(?:\/|%2F)admin$/)
    expect(addresses.filter((address) => address.startsWith('/login'))).toHaveLength(1)
  })
  await test.step('Back from the login leads to where the reader came from', async () => {
    await page.goBack()
    await expect(page).toHaveURL('/about')
  })
  await test.step('the query of the screen is part of the path', async () => {
    await page.goto('/admin/products?q=serum')
    await expect(page).toHaveURL(`/login?redirect=/admin/products${encodeURIComponent('?q=serum')}`)
  })
})

test('4 Auth: admin access is granted if the server returns a user, but not if the reply carries a message field', {
  tag: '@gate',
}, async ({ page }) => {
  await answerApi(page, '/api/auth/user', { ...user, message: 'No' }, 200)
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await page.unrouteAll()
  await answerApi(page, '/api/auth/user', user, 200)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard')
  await expect(page.getByRole('link', { name: 'View Site' })).toHaveAttribute('href', '/')
  // 2 Admin dashboard: not indexed.
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
})

test('4 Auth: if the user call fails, the stored user counts', { tag: '@gate' }, async ({ page }) => {
  await remember(page)
  await failApi(page, '/api/auth/user')
  await page.goto('/admin')
  await expect(page.getByRole('link', { name: 'View Site' })).toBeVisible()
  await expect(page).toHaveURL('/admin')
})

test('a tab that did not sign in itself stays signed in while the network fails', { tag: '@gate' }, async ({
  page,
}) => {
  await signInAsOwner(page)
  await open(page, '/admin/contacts')
  await expect(page.getByRole('heading', { level: 2, name: 'Contact Messages' })).toBeVisible()
  const asked = countRequests(page, '/api/auth/user')
  let answers = 0
  const answered = () => answers
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/api/auth/user')) answers += 1
  })
  await failApi(page, '/api/auth/user')
  // Every write refreshes all queries, that of the user included.
  await page
    .getByRole('button', { name: /^Mark as Read/ })
    .first()
    .click()
  await expect.poll(asked).toBe(2)
  await expect.poll(answered).toBe(2)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'View Site' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 2, name: 'Contact Messages' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('4 Auth: if the user call fails and no user is stored, it is retried once, then the reader is signed out', {
  tag: '@gate',
}, async ({ page }) => {
  const count = countRequests(page, '/api/auth/user')
  await failApi(page, '/api/auth/user')
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0)
  expect(count()).toBe(2)
})

test('4 Auth: a 401 means signed out, whatever is stored', { tag: '@gate' }, async ({ page }) => {
  await remember(page)
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  expect(await page.evaluate(() => window.sessionStorage.length)).toBe(0)
})

test('8 Logout success: there is no user', { tag: '@gate' }, async ({ page }) => {
  await remember(page)
  await signIn(page.request)
  await open(page, '/admin')
  await page.getByRole('button', { name: /log ?out/i }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.evaluate(() => window.sessionStorage.length)).toBe(0)
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)
})

/** A user cached by an earlier sign-in in this tab. */
async function remember(page: Page): Promise<void> {
  await page.route('**/api/auth/login', (route) => route.fulfill({ json: { user } }))
  let isFirst = true
  await page.route('**/api/auth/user', (route) => {
    if (!isFirst) return route.fallback()
    isFirst = false
    return route.fulfill({ status: 401, json: { message: 'Nobody' } })
  })
  await open(page, '/login?redirect=/about')
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password').fill('secret')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/about')
  expect(await page.evaluate(() => window.sessionStorage.length)).toBe(1)
  await page.unroute('**/api/auth/user')
}
