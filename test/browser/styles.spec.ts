import type { Page } from '@playwright/test'
import { expect, notSignedIn, open, test } from './site-test.ts'

test.use({ expectedProblems: notSignedIn })

test('The owner’s sheet comes after the readers’, opened directly and from within the app', { tag: '@gate' }, async ({
  page,
}) => {
  await open(page, '/')
  expect(await sheets(page)).toEqual(['home', 'client'])
  await open(page, '/login')
  expect(await sheets(page)).toEqual(['client'])
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password').fill('dewlight-demo')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('link', { name: 'View Site' })).toBeVisible()
  // With the colours of the owner's palette.
  expect(await sheets(page)).toEqual(['client', 'admin-page', 'admin'])
  await open(page, '/admin')
  expect(await sheets(page)).toEqual(['client', 'admin-page', 'admin'])
})

/** The names of the built files, without their hashes, and that of the appearance. */
function sheets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.styleSheets].map(
      ({ href }) =>
        /\/(?:assets|api\/appearance)\/(.+?)(?:-[\w-]{8})?\.css(?:\?|$)/.exec(href ?? 'none')?.[1] ?? 'unknown',
    ),
  )
}
