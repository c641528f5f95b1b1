import type { Page } from '@playwright/test'
import { fromElsewhere } from '../from-elsewhere.ts'
import { blockClient, clientBlocked, clientFiles, slowClient } from './before-client.ts'
import { answerApi, expect, test } from './site-test.ts'

/** Forms that are used before the client has come. */

const contact = (page: Page) => page.getByRole('form', { name: 'Contact' })
const newsletter = (page: Page) => page.getByRole('form', { name: 'Newsletter' }).first()
const filters = (page: Page) => page.getByRole('form', { name: 'Filter products' })

const message = {
  Name: 'Ada',
  Email: 'ada@mail.example',
  Subject: 'Hello',
  Message: 'Which cleanser is best to begin with?',
}

async function fillContact(page: Page): Promise<void> {
  for (const [name, value] of Object.entries(message)) await contact(page).getByLabel(name, { exact: true }).fill(value)
}

test.beforeEach(({ page }) => page.setExtraHTTPHeaders(fromElsewhere()))

test.describe('with the client three seconds late', () => {
  test.beforeEach(({ page }) => slowClient(page))

  test('the contact form is sent once, and confirmed in place', { tag: '@gate' }, async ({ page }) => {
    const sent = await answerApi(page, '/api/contacts', { id: 1 })
    await page.goto('/contact')
    await fillContact(page)
    const button = contact(page).getByRole('button', { name: 'Send Message' })
    await button.click()
    await expect(button).toHaveCSS('opacity', '0.6')
    await button.click()
    await expect(contact(page).getByLabel('Message')).toHaveValue(message.Message)
    await expect(contact(page).getByText('Your message has arrived.')).toBeFocused()
    await expect(page).toHaveURL('/contact')
    expect(sent.map(({ body }) => body)).toMatchObject([{ name: 'Ada', message: message.Message }])
  })

  test('a wrong field is named in place, and gets the focus', async ({ page }) => {
    await page.goto('/contact')
    await contact(page).getByLabel('Name').fill('Ada')
    await contact(page).getByRole('button', { name: 'Send Message' }).click()
    await expect(contact(page).getByLabel('Email')).toBeFocused()
    await expect(contact(page).getByLabel('Name')).toHaveValue('Ada')
  })

  for (const path of ['/newsletter', '/', '/blog/retinol-for-beginners'])
    test(`the newsletter form of ${path} is sent once and confirmed in place`, async ({ page }) => {
      const sent = await answerApi(page, '/api/subscribers', { confirmation: 'later' })
      await page.goto(path)
      await newsletter(page).getByLabel('Email').fill('early@mail.example')
      const button = newsletter(page).getByRole('button', { name: 'Subscribe' })
      await button.click()
      await button.click()
      await expect(newsletter(page).getByText('Before the first newsletter')).toBeVisible()
      await expect(page).toHaveURL(path)
      expect(sent).toHaveLength(1)
    })

  test('a choice in the filters applies, with others that were made meanwhile', { tag: '@gate' }, async ({ page }) => {
    await page.goto('/shop')
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await filters(page).getByLabel('Skin type').selectOption('dry')
    await filters(page).getByLabel('Sort').selectOption('price')
    await expect(page).toHaveURL('/shop?skin=dry&sort=price')
    await expect(filters(page).getByLabel('Skin type')).toHaveValue('dry')
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  })

  test('a search goes to its results at once, without a term nowhere', { tag: '@gate' }, async ({ page }) => {
    await page.goto('/about')
    const box = page.getByRole('banner').getByRole('searchbox')
    await box.fill('  ')
    await box.press('Enter')
    await box.fill('retinol')
    await expect(page).toHaveURL('/about')
    await box.press('Enter')
    await expect(page).toHaveURL('/search?q=retinol')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search Results for "retinol"')
  })
})

test.describe('without the client', () => {
  test.use({ expectedProblems: clientBlocked })
  test.beforeEach(({ page }) => blockClient(page))

  test('the browser sends the contact form, and what is kept of it is deleted', { tag: '@gate' }, async ({ page }) => {
    await page.goto('/contact')
    await fillContact(page)
    await page.evaluate(() => sessionStorage.setItem('dewlight.form contact /contact', '{"subject":"Earlier"}'))
    await contact(page).getByRole('button', { name: 'Send Message' }).click()
    await expect(page).toHaveURL('/contact?sent=1')
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  })

  test('the browser sends the newsletter form of an article', async ({ page }) => {
    await page.goto('/blog/retinol-for-beginners')
    await newsletter(page).getByLabel('Email').fill('blocked@mail.example')
    await newsletter(page).getByRole('button', { name: 'Subscribe' }).click()
    await expect(page).toHaveURL(/\/newsletter\?subscribed=/)
  })

  test('a choice in the filters loads the page of it', async ({ page }) => {
    await page.goto('/shop')
    await filters(page).getByLabel('Skin type').selectOption('dry')
    await expect(page).toHaveURL(/\/shop\?.*skin=dry/)
    await expect(page.getByRole('link', { name: 'Remove filter: Skin type: Dry' })).toBeVisible()
  })

  test('a search goes to its results', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('banner').getByRole('searchbox').fill('retinol')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/search?q=retinol')
  })
})

test('the browser sends a form whose client has not come after eight seconds', async ({ page }) => {
  await page.route(clientFiles, () => {})
  await page.goto('/newsletter')
  await newsletter(page).getByLabel('Email').fill('patient@mail.example')
  await newsletter(page).getByRole('button', { name: 'Subscribe' }).click()
  await expect(page).toHaveURL(/\/newsletter\?subscribed=/, { timeout: 15_000 })
})
