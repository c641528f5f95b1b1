import path from 'node:path'
import type { Page } from '@playwright/test'
import { type IsolatedSite, startIsolatedSite } from './isolated-site.ts'
import { contentOf, focusContent, save, statusOf, titleOf } from './post-fixtures.ts'
import { expect, open, test } from './site-test.ts'

/** On an isolated site, since a published post would change what other tests count. */
const port = Number(process.env.E2E_PORT ?? 3210) + 40
const picture = path.resolve(import.meta.dirname, '../../docs/shop.jpg')
let site: IsolatedSite

test.use({ baseURL: `http://localhost:${port}`, expectedProblems: /status of 401/ })
test.beforeAll(async () => {
  test.setTimeout(120_000)
  site = await startIsolatedSite(port)
})
test.afterAll(() => site.stop())

test('The owner’s afternoon: write, schedule, move, reply, unsubscribe, read the numbers, sign out', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000)
  const reader = await (await browser.newContext({ baseURL: site.origin })).newPage()

  let startedAt = 0
  await test.step('a reader subscribes and begins a message', async () => {
    await open(reader, '/newsletter')
    await reader.getByLabel('Email').fill('journey@reader.example')
    await reader.getByRole('button', { name: 'Subscribe' }).click()
    await expect(reader.getByLabel('Email')).toHaveValue('')
    await open(reader, '/contact')
    startedAt = await reader.evaluate(() => performance.now())
    await reader.getByLabel('Name').fill('Journey Reader')
    await reader.getByLabel('Email').fill('journey@reader.example')
    await reader.getByLabel('Subject').fill('Which cleanser first?')
  })

  await test.step('sign in', async () => {
    await open(page, '/admin')
    await expect(page).toHaveURL(/\/login\?redirect=/)
    await page.getByLabel('Username').fill('admin')
    await page.getByLabel('Password').fill('dewlight-demo')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  })

  await test.step('upload a picture', async () => {
    await page.getByRole('tab', { name: 'Media' }).click()
    await page.locator('input[type=file]').setInputFiles(picture)
    const question = page.getByRole('region', { name: 'Describe this image' })
    await question.getByLabel('Alt text').fill('The shop of the demo')
    await question.getByRole('button', { name: 'Save' }).click()
    await expect(question).toHaveCount(0)
    await page.getByRole('tab', { name: 'Blog Posts' }).click()
  })

  await test.step('the reader ends the message', async () => {
    // Messages sent faster than a person types are classified as spam.
    await reader.waitForFunction((start) => performance.now() - start > 2500, startedAt)
    await reader.getByLabel('Message').fill('I have dry skin and would like to begin with one product. Which one?')
    await reader.getByRole('button', { name: 'Send Message' }).click()
    await expect(reader.getByLabel('Message')).toHaveValue('')
  })

  const due = nextMinute()
  await test.step('write a post with a picture and a product box, and schedule it for a minute to come', async () => {
    await page.getByRole('link', { name: 'New Post' }).first().click()
    await titleOf(page).fill('A quiet evening with three bottles')
    await focusContent(page)
    await page.keyboard.type('I keep three bottles beside the sink, and most evenings that is enough.')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Image', exact: true }).click()
    await page.getByRole('textbox', { name: 'Image URL', exact: true }).fill(await uploadedPicture(page))
    await page.getByRole('textbox', { name: 'Alt text', exact: true }).fill('Three bottles on a shelf')
    await page.getByRole('button', { name: 'Insert', exact: true }).click()
    await page.getByRole('button', { name: 'Product box' }).click()
    await page.getByLabel('Find a product').fill('Hushmoss')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Hushmoss Soft Foam Cleanser/ })
      .click()
    await expect(contentOf(page).getByText('Hushmoss Soft Foam Cleanser')).toBeVisible()
    await page.getByLabel('Cover image URL').fill(await uploadedPicture(page))
    await page.getByRole('combobox', { name: 'Category' }).selectOption({ index: 1 })
    await page.getByLabel('Publish date').fill(due.date)
    await page.getByLabel('Time', { exact: true }).fill(due.time)
    await save(page)
    await expect(statusOf(page)).toHaveText('All changes saved')
  })

  await test.step('it appears at its minute, by itself', async () => {
    expect((await reader.request.get('/blog/a-quiet-evening-with-three-bottles')).status()).toBe(404)
    await expect
      .poll(async () => (await reader.request.get('/blog/a-quiet-evening-with-three-bottles')).status(), {
        timeout: due.at - Date.now() + 5000,
        intervals: [1000],
      })
      .toBe(200)
    expect(Date.now()).toBeGreaterThanOrEqual(due.at)
    await open(reader, '/blog')
    await reader.getByRole('link', { name: 'A quiet evening with three bottles', exact: true }).click()
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('A quiet evening with three bottles')
    await expect(reader.getByRole('img', { name: 'Three bottles on a shelf' })).toBeVisible()
    await expect(reader.locator('#post-body').getByText('Hushmoss Soft Foam Cleanser')).toBeVisible()
  })

  await test.step('change its slug and follow the old address', async () => {
    await page.getByLabel('Slug').fill('three-bottles')
    await save(page)
    await expect
      .poll(async () => {
        const old = await reader.request.get('/blog/a-quiet-evening-with-three-bottles', { maxRedirects: 0 })
        return [old.status(), old.headers().location]
      })
      .toEqual([301, '/blog/three-bottles'])
    await reader.goto('/blog/a-quiet-evening-with-three-bottles')
    await expect(reader).toHaveURL('/blog/three-bottles')
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('A quiet evening with three bottles')
  })

  await test.step('the reader follows a link to the shop', async () => {
    const popup = reader.waitForEvent('popup')
    const reported = reader.waitForResponse('**/api/analytics/click')
    await reader
      .getByRole('link', { name: /Shop Now/ })
      .first()
      .click()
    expect((await reported).status()).toBe(202)
    await (await popup).close()
  })

  await test.step('reply to the message', async () => {
    await page.getByRole('tab', { name: 'Contacts' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Which cleanser first?' })
    await expect(row).toContainText('New')
    await row.getByRole('button', { name: /^View/ }).click()
    const message = page.getByRole('dialog')
    await expect(message).toContainText('I have dry skin and would like to begin with one product.')
    const reply = await message.getByRole('link', { name: /Reply/ }).getAttribute('href')
    expect(decodeURIComponent(reply!)).toContain('mailto:journey@reader.example?subject=Re: Which cleanser first?')
    await message.getByRole('button', { name: 'Close' }).first().click()
    await expect(row).toContainText('Read')
  })

  await test.step('unsubscribe the reader', async () => {
    await page.getByRole('tab', { name: 'Subscribers' }).click()
    await page.getByRole('searchbox', { name: 'Search subscribers' }).fill('journey@')
    const row = page.getByRole('row').filter({ hasText: 'journey@reader.example' })
    // Without a mail server a sign-up waits for its confirmation.
    await expect(row).toContainText('Unconfirmed')
    await row.getByRole('button', { name: /^Unsubscribe/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(row).toContainText('Unsubscribed')
  })

  await test.step('read the numbers', async () => {
    await page.getByRole('tab', { name: 'Analytics' }).click()
    await expect(page.getByRole('heading', { name: 'Affiliate Analytics' })).toBeVisible()
    const { totals } = (await (await page.request.get('/api/analytics/summary')).json()) as {
      totals: { clicks: number }
    }
    expect(totals.clicks).toBeGreaterThan(0)
    await expect(page.getByText(totals.clicks.toLocaleString('en-US'), { exact: true }).first()).toBeVisible()
  })

  await test.step('sign out', async () => {
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect.poll(async () => (await page.request.get('/api/contacts')).status()).toBe(401)
  })
})

/** A minute far enough in the future, formatted for the date and time fields in the site's time zone. */
function nextMinute() {
  const at = Math.ceil((Date.now() + 45_000) / 60_000) * 60_000
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/New_York',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(at)
  const [date, time] = local.split(' ')
  return { at, date: date!, time: time! }
}

/** The URL of the newest upload. */
async function uploadedPicture(page: Page): Promise<string> {
  const [newest] = (await (await page.request.get('/api/images')).json()) as { url: string }[]
  return newest!.url
}
