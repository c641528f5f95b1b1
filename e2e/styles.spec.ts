import type { Page } from '@playwright/test'
import { expect, nobodySignedIn, open, test } from './site-test.ts'

test.use({ expectedProblems: nobodySignedIn })

test('A reader’s page carries its styles itself and loads none', async ({ page }) => {
  await open(page, '/')
  expect(await sheets(page)).toEqual(['STYLE'])
})

test('The owner’s sheet comes after the readers’, opened directly and from within the app', async ({ page }) => {
  await open(page, '/login')
  expect(await sheets(page)).toEqual(['STYLE'])
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password').fill('dewlight-demo')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('link', { name: 'View Site' })).toBeVisible()
  expect(await sheets(page)).toEqual(['STYLE', 'LINK'])
  await open(page, '/admin')
  expect(await sheets(page)).toEqual(['STYLE', 'LINK'])
})

function sheets(page: Page): Promise<string[]> {
  return page.evaluate(() => [...document.styleSheets].map(({ ownerNode }) => ownerNode!.nodeName))
}
