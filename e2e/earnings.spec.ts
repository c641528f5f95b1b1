import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, openAdmin, test } from './isolated-test.ts'
import { hydrated } from './site-test.ts'

const header = 'id,advertiser_name,click_ref,date,sale_amount,commission,currency,commission_status'

/** Of today, so that it is in the range that the tab shows first. */
function report(): string {
  const today = new Date().toISOString().slice(0, 10)
  return [
    header,
    `501,Glow Shop,spring-mail,${today} 12:00:00,100.00,41.07,CHF,approved`,
    `502,Glow Shop,spring-mail,${today} 12:30:00,50.00,8.93,CHF,pending`,
    `503,Glow Shop,,${today} 12:45:00,50.00,not a number,CHF,pending`,
  ].join('\n')
}

async function importReport(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Import a report' }).click()
  const choose = page.getByRole('dialog')
  await choose.getByLabel('Report file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(report()) })
}

const panel = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test('the owner imports a report, sees what it earned, assigns a sub-id and undoes the import', async ({ page }) => {
  await openAdmin(page, '/admin/earnings')
  await importReport(page, 'awin-march.csv')
  const check = page.getByRole('dialog', { name: 'Check before importing' })
  await expect(check.getByRole('row', { name: /New sales/ })).toContainText('2')
  await expect(check.getByRole('row', { name: /New sales/ })).toContainText('CHF 50.00')
  await expect(check).toContainText('1 row cannot be read')
  await expect(check).toContainText('name no placement of this site')
  await check.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('The report is imported. You can undo it in the list of imports.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()

  await page.getByLabel('Currency').selectOption('CHF')
  await expect(page.getByRole('button', { name: 'Show the sales of CHF 50.00 earned' })).toBeVisible()
  await panel(page, 'By post').getByRole('button', { name: 'Unattributed' }).click()
  const sales = page.getByRole('dialog', { name: 'Unattributed' })
  await expect(sales.getByRole('listitem')).toHaveCount(2)
  await expect(sales).toContainText('awin-march.csv, row 2')
  const download = page.waitForEvent('download')
  await sales.getByRole('link', { name: 'Export CSV' }).click()
  const file = await (await download).createReadStream()
  let table = ''
  for await (const chunk of file) table += String(chunk)
  const [names, ...rows] = table.trim().split('\n')
  const column = names!.split(',').indexOf('earned')
  expect(rows.reduce((sum, row) => sum + Math.round(Number(row.split(',')[column]) * 100), 0)).toBe(5000)
  await sales.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Assign Sub-id spring-mail' }).click()
  const assign = page.getByRole('dialog', { name: 'Assign Sub-id spring-mail' })
  const title = (await assign.getByLabel('Post', { exact: true }).locator('option').first().textContent())!
  await assign.getByRole('button', { name: 'Assign' }).click()
  await expect(panel(page, 'By post').getByRole('row', { name: title })).toContainText('CHF 50.00')

  await page.getByRole('button', { name: 'Undo the import of awin-march.csv' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByRole('dialog', { name: 'Import undone' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(panel(page, 'Imports')).toContainText('Undone')
  await expect(page.getByLabel('Currency').locator('option', { hasText: 'CHF' })).toHaveCount(1)
  await expect(panel(page, 'By post')).not.toContainText('CHF 50.00')
})

test('the columns of an unknown table are chosen before it is compared', async ({ page }) => {
  await openAdmin(page, '/admin/earnings')
  await page.getByRole('button', { name: 'Import a report' }).click()
  const buffer = Buffer.from('Ref No,Money,When\nx1,"5,25",03/04/2026\nx2,"1,10",05/04/2026')
  await page.getByLabel('Report file').setInputFiles({ name: 'other.csv', mimeType: 'text/csv', buffer })
  const questions = page.getByRole('dialog', { name: 'How is the report to be read?' })
  await questions.getByLabel('Format').selectOption({ label: 'Another report' })
  await questions.getByLabel('Dates').selectOption('dmy')
  await questions.getByLabel('Amounts').selectOption('comma')
  await questions.getByLabel('Currency').selectOption('EUR')
  await questions.getByLabel('Ref No').selectOption({ label: 'Transaction ID' })
  await questions.getByLabel('Money').selectOption({ label: 'Commission' })
  await questions.getByLabel('When').selectOption({ label: 'Order date' })
  await questions.getByRole('button', { name: 'Compare with the ledger' }).click()
  const check = page.getByRole('dialog', { name: 'Check before importing' })
  await expect(check.getByRole('row', { name: /New sales/ })).toContainText('€6.35')
  await check.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The import that is gone is not requested again.
  await page.waitForLoadState('networkidle')
})

test('readers stand next to earnings, and a page that is opened within the site is reported', async ({ page }) => {
  await openAdmin(page, '/admin/earnings')
  await expect(panel(page, 'From readers to commission')).toContainText('Earned per 1,000 views')
  await expect(panel(page, 'By post').getByRole('columnheader', { name: 'RPM' })).toBeVisible()
  await expect(panel(page, 'Referrers').getByRole('row', { name: /google\.com/ })).toContainText('Search')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export the views as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^views-.*\.csv$/)

  await page.goto('/')
  await hydrated(page)
  const views: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'HEAD') views.push(new URL(request.url()).pathname)
  })
  await page.getByRole('banner').getByRole('link', { name: 'About' }).hover()
  await page.getByRole('banner').getByRole('link', { name: 'Shop Products' }).hover()
  await page.getByRole('banner').getByRole('link', { name: 'Shop Products' }).click()
  await expect(page).toHaveURL('/shop')
  await expect.poll(() => views).toEqual(['/shop'])
})

for (const width of [360, 768, 1280])
  test(`the Earnings tab of the demo at ${width} px has no violation and no sideways scroll`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openAdmin(page, '/admin/earnings')
    await expect(panel(page, 'Earned by day').locator('.recharts-wrapper > svg')).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/earnings-${width}.png`, fullPage: true })
  })
