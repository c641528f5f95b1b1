import type { Page } from '@playwright/test'
import { fromElsewhere } from '../from-elsewhere.ts'
import { expect, open, test } from './site-test.ts'
import { trackRequests } from './track-requests.ts'

const formScript = /\/assets\/(?:hydrate-letter|newsletter-parts)-[\w-]+\.js/
const newsletter = (page: Page) => page.getByRole('form', { name: 'Newsletter' }).first()

test('Home: the script of the forms is loaded when the reader comes near them', { tag: '@gate' }, async ({ page }) => {
  const requestsEnded = trackRequests(page)
  const loaded: string[] = []
  page.on('request', (request) => {
    if (formScript.test(request.url())) loaded.push(request.url())
  })
  await page.setViewportSize({ width: 360, height: 640 })
  await open(page, '/')
  await requestsEnded()
  expect(loaded).toEqual([])
  await newsletter(page).scrollIntoViewIfNeeded()
  await expect.poll(() => loaded.length).toBeGreaterThan(0)
})

test('Home: a form that is sent before its script has arrived is sent by the script', { tag: '@gate' }, async ({
  page,
}) => {
  await page.setExtraHTTPHeaders(fromElsewhere())
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(formScript, async (route) => {
    await released
    await route.continue()
  })
  await open(page, '/')
  await newsletter(page).getByLabel('Email').fill('early@mail.example')
  await newsletter(page).getByRole('button', { name: 'Subscribe' }).click()
  await expect(newsletter(page).getByText('Before the first newsletter you get a mail to confirm it.')).toHaveCount(0)
  await expect(newsletter(page).getByLabel('Email')).toHaveValue('early@mail.example')
  expect(new URL(page.url()).pathname).toBe('/')
  release()
  await expect(newsletter(page).getByText('Before the first newsletter you get a mail to confirm it.')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
})

test.describe('without the script', () => {
  test.use({ expectedProblems: /ERR_FAILED/ })

  test('Home: the browser sends the form itself', async ({ page }) => {
    await page.setExtraHTTPHeaders(fromElsewhere())
    await page.route(formScript, (route) => route.abort())
    await open(page, '/')
    await newsletter(page).getByLabel('Email').fill('without@mail.example')
    await newsletter(page).getByRole('button', { name: 'Subscribe' }).click()
    await expect(page).toHaveURL(/\/newsletter\?subscribed=/)
  })
})
