import type { Page } from '@playwright/test'
import { signIn, signInAsOwner } from './owner.ts'
import { answerApi, countRequests, expect, failApi, holdApi, open, test } from './site-test.ts'

test.use({ expectedProblems: /status of (?:401|500)|^500: / })

const user = { id: 1, username: 'admin', name: 'Nora Ellery' }

test("4 Protected route: a spinner with 'Loading...' while it is unknown who is signed in", async ({ page }) => {
  const release = await holdApi(page, '/api/auth/user')
  await open(page, '/admin')
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
  const turning = await page
    .getByText('Loading...', { exact: true })
    .evaluate((element) => [...element.children].some((child) => getComputedStyle(child).animationName !== 'none'))
  expect(turning).toBe(true)
  await expect(page.getByText('Redirecting to login...')).toHaveCount(0)
  release()
  await expect(page).toHaveURL(/\/login/)
})

test('4 Protected route: with no user it redirects once to /login?redirect={path}', async ({ page }) => {
  const addresses: string[] = []
  page.on('framenavigated', (frame) => {
    const { pathname, search } = new URL(frame.url())
    addresses.push(pathname + search)
  })
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
  await expect(page).toHaveURL(/\/login\?redirect=(?:\/|%2F)admin$/)
  expect(addresses.filter((address) => address.startsWith('/login'))).toHaveLength(1)
})

test("4 Protected route: it shows 'Redirecting to login...' and the way there", async ({ page }) => {
  const release = await holdApi(page, /\/assets\/login-page-[^/]*\.js$/)
  await open(page, '/admin')
  await expect(page.getByText('Redirecting to login...', { exact: true })).toBeVisible()
  await expect(page.getByText('Please login to access the admin dashboard.', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Login' })).toHaveAttribute('href', '/login?redirect=/admin')
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
})

test('4 Protected route: Back from the login leads to where the reader came from', async ({ page }) => {
  await open(page, '/about')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('4 Auth: admin access is granted if the server returns a user', async ({ page }) => {
  await answerApi(page, '/api/auth/user', user, 200)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard')
  await expect(page.getByRole('link', { name: 'View Site' })).toHaveAttribute('href', '/')
})

test('4 Auth: if the user call fails, the stored user counts', async ({ page }) => {
  await remember(page)
  await failApi(page, '/api/auth/user')
  await page.goto('/admin')
  await expect(page.getByRole('link', { name: 'View Site' })).toBeVisible()
  await expect(page).toHaveURL('/admin')
})

test('4 Auth: if the user call fails and no user is stored, the reader is signed out', async ({ page }) => {
  await failApi(page, '/api/auth/user')
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/login\?redirect=/)
})

test('a tab that did not sign in itself stays signed in while the network fails', async ({ page }) => {
  await signInAsOwner(page)
  await open(page, '/admin/contacts')
  await expect(page.getByRole('heading', { level: 2, name: 'Contact Messages' })).toBeVisible()
  const asked = countRequests(page, '/api/auth/user')
  await failApi(page, '/api/auth/user')
  // Every write refreshes all queries, that of the user included.
  await page
    .getByRole('button', { name: /^Mark as Read/ })
    .first()
    .click()
  await expect.poll(asked).toBe(2)
  await page.waitForTimeout(300)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'View Site' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 2, name: 'Contact Messages' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('7 Data fetching: the user query is retried once', async ({ page }) => {
  const count = countRequests(page, '/api/auth/user')
  await failApi(page, '/api/auth/user')
  await page.goto('/admin')
  await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0)
  expect(count()).toBe(2)
})

test('4 Auth: a 401 means signed out, whatever is stored', async ({ page }) => {
  await remember(page)
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  expect(await page.evaluate(() => window.sessionStorage.length)).toBe(0)
})

test('4 Auth: a reply carrying a message field is treated as signed out', async ({ page }) => {
  await answerApi(page, '/api/auth/user', { ...user, message: 'No' }, 200)
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/login\?redirect=/)
})

test("8 Logout success: 'Logged out' / 'You have been logged out successfully', and there is no user", async ({
  page,
}) => {
  await remember(page)
  await signIn(page.request)
  await open(page, '/admin')
  await page.getByRole('button', { name: /log ?out/i }).click()
  await expect(notifications(page)).toHaveText(/Logged out.*You have been logged out successfully/)
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.evaluate(() => window.sessionStorage.length)).toBe(0)
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)
})

test("8 Logout failure: 'Logout failed' with the message", async ({ page }) => {
  await signInAsOwner(page)
  await failApi(page, '/api/auth/logout')
  await open(page, '/admin')
  await page.getByRole('button', { name: /log ?out/i }).click()
  await expect(notifications(page)).toHaveText(/Logout failed.*Broken on purpose/)
  await expect(page).toHaveURL('/admin')
})

test('2 Admin dashboard: not indexed', async ({ page }) => {
  await answerApi(page, '/api/auth/user', user, 200)
  await page.goto('/admin')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
})

test('6 Roles: nothing of the owner is in the page that the server sends a visitor', async ({ request }) => {
  const html = await (await request.get('/admin')).text()
  expect(html).not.toContain('Refresh Data')
  expect(html).not.toContain('View Site')
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

function notifications(page: Page) {
  return page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
}
