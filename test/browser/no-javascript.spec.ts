import { pages } from '../site/pages.ts'
import { expect, test } from './site-test.ts'

test.use({ javaScriptEnabled: false, expectedProblems: /status of (?:401|404|422)/ })

test('16 Without JavaScript: every page reads completely', async ({ page }) => {
  test.slow()
  for (const { path } of pages) {
    await page.goto(path)
    await expect.soft(page.getByRole('heading', { level: 1 }), path).toHaveText(/.{4,}/)
    await expect.soft(page.locator('.skeleton'), path).toHaveCount(0)
    await expect.soft(page.getByText(/^(?:Loading|Searching)/), path).toHaveCount(0)
    await expect.soft(page.getByRole('navigation').first(), path).toBeVisible()
    await expect.soft(page.getByRole('contentinfo').getByRole('link', { name: 'Sun Care' }), path).toBeVisible()
  }
})

test('16 Without JavaScript: home has all its sections', async ({ page }) => {
  await page.goto('/')
  const section = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
  await expect(section('Style Categories').getByRole('listitem')).toHaveCount(6)
  await expect(section('Latest Style Inspiration').getByRole('article')).toHaveCount(3)
  await expect(section('Featured Posts').getByRole('article')).toHaveCount(3)
  await expect(section('Shop Recommended Products').getByRole('article')).toHaveCount(4)
})

test('16 Without JavaScript: links lead from page to page', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Explore Skincare Guides' }).click()
  await expect(page).toHaveURL('/blog')
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/blog?page=2')
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Related Articles' })).toBeVisible()
})

test("16 Without JavaScript: the shop's filter works", async ({ page }) => {
  await page.goto('/shop')
  await page.getByRole('link', { name: 'Serums', exact: true }).click()
  await expect(page).toHaveURL('/shop?category=Serums')
  await expect(page.getByRole('article').first()).toContainText('Serum')
})

test('16 Without JavaScript: pin and share are plain links', async ({ page, baseURL }) => {
  await page.goto('/blog/retinol-for-beginners')
  const address = new URL((await page.getByRole('link', { name: /^Save this picture/ }).getAttribute('href'))!)
  expect(address.hostname).toBe('www.pinterest.com')
  expect(address.searchParams.get('url')).toBe(`${baseURL}/blog/retinol-for-beginners`)
  await expect(page.getByRole('link', { name: /Facebook/ })).toHaveAttribute('href', /^https:\/\/www\.facebook\.com\//)
})

test('16 Without JavaScript: images that come late are shown', async ({ page }) => {
  await page.goto('/')
  const image = page.getByRole('article').last().locator('picture img')
  await image.scrollIntoViewIfNeeded()
  await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(100)
})

test('16 Without JavaScript: the search form responds with a page', async ({ page }) => {
  await page.goto('/about')
  await page.getByRole('banner').getByRole('searchbox').fill('retinol')
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL('/search?q=retinol')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search Results for "retinol"')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test("16 Without JavaScript: on a phone the menu's toggle opens it", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await page.getByRole('banner').locator('summary', { hasText: 'Menu' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Shop Products' }).click()
  await expect(page).toHaveURL('/shop')
})

test('16 Without JavaScript: the newsletter form posts and responds with a page', async ({ page }) => {
  await page.goto('/')
  const form = page.getByRole('form', { name: 'Newsletter' })
  await form.getByLabel('Email').fill('no-script@mail.example')
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page).toHaveURL('/newsletter?subscribed=1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subscription successful!')
  await expect(page.getByText('Thank you for joining our style community.')).toBeVisible()
})

test('16 Without JavaScript: a rejected newsletter form keeps its input', async ({ page }) => {
  await page.goto('/newsletter')
  await page.getByLabel('Name').fill('Ada <b>')
  await page.getByLabel('Email').fill('ada@')
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    page.getByRole('button', { name: 'Subscribe' }).click(),
  ])
  expect(answer.status()).toBe(422)
  await expect(page.getByText('Please enter a valid email address', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('ada@')
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Name')).toHaveValue('Ada <b>')
})

test('16 Without JavaScript: the contact form posts and responds with a page', async ({ page }) => {
  await page.goto('/contact')
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Email').fill('ada@mail.example')
  await page.getByLabel('Subject').fill('Hello')
  await page.getByLabel('Message').fill('Sent without a script.')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page).toHaveURL('/contact?sent=1')
  await expect(page.getByRole('status')).toContainText('Message sent!')
})

test('16 Without JavaScript: a refused contact form comes back with its messages and what was typed', async ({
  page,
}) => {
  await page.goto('/')
  const form = page.getByRole('form', { name: 'Contact' })
  await form.getByLabel('Message').fill('Too short')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(page).toHaveURL('/contact')
  for (const message of [
    'Name must be at least 2 characters',
    'Please enter a valid email address',
    'Subject must be at least 2 characters',
    'Message must be at least 10 characters',
  ]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }
  await expect(page.getByLabel('Message')).toHaveValue('Too short')
})

test('16 Without JavaScript: a wrong password comes back with a message and without the password', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password').fill('wrong-one')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password')
  await expect(page.getByLabel('Username')).toHaveValue('admin')
  await expect(page.getByLabel('Password')).toHaveValue('')
  expect(await page.content()).not.toContain('wrong-one')
})

test("16 Without JavaScript: /admin says 'Please login to access the admin dashboard.'", async ({ page }) => {
  await page.goto('/admin')
  await expect(page.getByText('Please login to access the admin dashboard.', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Login' }).click()
  await expect(page).toHaveURL('/login?redirect=/admin')
})
