import type { Page } from '@playwright/test'
import { axeFor } from './axe.ts'
import { demoDay } from './demo-day.ts'
import { expect, openAdmin, test } from './isolated-test.ts'
import { hydrated } from './site-test.ts'

test.use({ expectedProblems: /status of 500|^500: Broken on purpose$/ })

const header = 'id,advertiser_name,click_ref,date,sale_amount,commission,currency,commission_status'

/** Dated today, so that it is in the range that the tab shows first. */
function report(): string {
  const today = demoDay()
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

test('the owner imports a report, sees what it earned, assigns a sub-id and undoes the import', {
  tag: '@gate',
}, async ({ page }) => {
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
  const undone = page.getByRole('dialog', { name: 'Import undone' })
  await expect(undone).toContainText('Its rows are taken out of the ledger')
  await expect(undone).not.toContainText('New sales')
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(panel(page, 'Imports')).toContainText('Undone')
  await expect(page.getByLabel('Currency').locator('option', { hasText: 'CHF' })).toHaveCount(1)
  await expect(panel(page, 'By post')).not.toContainText('CHF 50.00')
})

test('the columns of an unknown table are chosen before it is compared', { tag: '@gate' }, async ({ page }) => {
  await openAdmin(page, '/admin/earnings')
  await page.getByRole('button', { name: 'Import a report' }).click()
  const buffer = Buffer.from('Ref No,Money,When\nx1,"5,25",03/04/2026\nx2,"1,10",05/04/2026')
  await page.getByLabel('Report file').setInputFiles({ name: 'other.csv', mimeType: 'text/csv', buffer })
  const questions = page.getByRole('dialog', { name: 'How is the report to be read?' })
  await questions.getByLabel('Format').selectOption({ label: 'Another report' })
  // Nothing is preselected that the file does not tell.
  const compare = questions.getByRole('button', { name: 'Compare with the ledger' })
  await compare.click()
  await expect(questions).toContainText('Please choose the order of its dates.')
  await questions.getByLabel('Dates').selectOption('dmy')
  await compare.click()
  await expect(questions).toContainText('Please choose how its amounts are written.')
  await questions.getByLabel('Amounts').selectOption('comma')
  await compare.click()
  await expect(questions).toContainText('Please choose the currency of its amounts.')
  await questions.getByLabel('Currency').selectOption('EUR')
  await questions.getByLabel('Ref No').selectOption({ label: 'Transaction ID' })
  await questions.getByLabel('Money').selectOption({ label: 'Commission' })
  await questions.getByLabel('When').selectOption({ label: 'Order date' })
  await compare.click()
  const check = page.getByRole('dialog', { name: 'Check before importing' })
  await expect(check.getByRole('row', { name: /New sales/ })).toContainText('€6.35')
  const requests = importRequests(page)
  await check.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The import that is gone is not requested again, unlike the list.
  await expect.poll(() => afterDeletion(requests)).toContain('GET /api/earnings/imports')
  expect(afterDeletion(requests).filter((request) => request !== 'GET /api/earnings/imports')).toEqual([])

  await test.step('a table can be left out, and a file with a question discarded', async () => {
    await page.getByRole('button', { name: 'Import a report' }).click()
    const unknown = Buffer.from('foo,bar,baz\n1,2,3')
    await page.getByLabel('Report file').setInputFiles({ name: 'notes.csv', mimeType: 'text/csv', buffer: unknown })
    await expect(questions).toContainText('Unknown report · 1 row')
    await questions.getByLabel('Format').selectOption('Do not import')
    await expect(questions.getByLabel('Currency')).toHaveCount(0)
    await compare.click()
    await expect(questions).toContainText('Please choose at least one table of the file.')
    await questions.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText('notes.csv', { exact: true })).toHaveCount(0)
  })
})

/** The requests of imports from now on that got a response. */
function importRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/api/earnings/imports')) requests.push(`${response.request().method()} ${pathname}`)
  })
  return requests
}

function afterDeletion(requests: string[]): string[] {
  const deletion = requests.findIndex((request) => request.startsWith('DELETE '))
  return deletion < 0 ? [] : requests.slice(deletion + 1)
}

test('each sale shows its history, and a SKU is assigned to a product, by keyboard and at 360 px', {
  tag: '@gate',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await openAdmin(page, '/admin/earnings')
  await page.getByRole('button', { name: '90 days' }).click()
  await page.getByRole('button', { name: /^Show the sales of .* paid$/ }).press('Enter')
  const sales = page.getByRole('dialog', { name: 'Paid sales' })
  const button = sales.getByRole('button', { name: /^History/ }).first()
  await button.press('Enter')
  const history = sales.getByRole('list', { name: /^History of/ })
  await expect(history.getByRole('listitem')).toHaveCount(3)
  await expect(history.getByRole('listitem').first()).toContainText('Pending')
  await expect(history.getByRole('listitem').last()).toContainText('Counts now')
  await expect(history.getByRole('listitem').last()).toContainText(/row \d+, transaction .* recorded/s)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/history-360.png` })
  await sales.getByRole('button', { name: /^Hide history/ }).press('Enter')
  await expect(history).toHaveCount(0)

  await page.route('**/api/earnings/sales/*/events', (route) =>
    route.fulfill({ status: 500, json: { message: 'Broken on purpose' } }),
  )
  await sales
    .getByRole('button', { name: /^History/ })
    .nth(1)
    .press('Enter')
  await expect(sales.getByText('The history could not be loaded.')).toBeVisible()
  await page.unroute('**/api/earnings/sales/*/events')
  await sales.getByRole('button', { name: 'Try again' }).click()
  await expect(sales.getByRole('list', { name: /^History of/ })).toBeVisible()
  await sales.getByRole('button', { name: 'Done' }).click()

  const unknown = page.getByRole('list', { name: 'Products of reports' })
  const assign = unknown.getByRole('button', { name: /^Assign SKU/ }).first()
  const sku = (await assign.textContent())!.replace('Assign ', '').trim()
  await assign.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Assign ${sku}` })
  await expect(dialog.getByLabel('Its sales belong to')).toHaveCount(0)
  const name = (await dialog.getByLabel('Product', { exact: true }).locator('option').first().textContent())!
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await expect(dialog).toBeHidden()
  await expect(panel(page, 'Unattributed sales').getByText(`${sku} (`)).toContainText(`is product ‘${name}’`)
  await page.getByRole('button', { name: `Delete the rule for ${sku.replace('SKU ', '')}` }).click()
  await expect(unknown.getByRole('button', { name: `Assign ${sku}` })).toBeVisible()
})

test('readers stand next to earnings, and a page that is opened within the site is reported', { tag: '@gate' }, async ({
  page,
}) => {
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

  await test.step('the Earnings tab of the demo has no sideways scroll, neither of the page nor in its panels', async () => {
    await openAdmin(page, '/admin/earnings')
    await expect(panel(page, 'Earned by day').locator('.recharts-wrapper > svg')).toBeVisible()
    await page.getByRole('button', { name: /^Show as table/ }).click()
    const row = panel(page, 'By post').getByRole('row', { name: /^Home page/ })
    await expect(row.getByRole('cell').first()).toHaveText(/^\$\d/)
    const clicks = panel(page, 'By post').getByRole('columnheader', { name: 'Clicks' })
    for (const width of [1280, 768, 360]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(clicks).toHaveCount(width === 1280 ? 1 : 0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      const wide = await page
        .locator('section:has(> div > table), section:has(> table)')
        .evaluateAll((panels) =>
          panels.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.getAttribute('aria-label')),
        )
      expect(wide, `at ${width} px`).toEqual([])
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/earnings-${width}.png`, fullPage: true })
    }
  })
})

// The tab with its charts is checked at all widths in `dashboard.spec.ts`.
test('the Earnings tab of the demo with a table instead of its chart has no violation', async ({ page }) => {
  // Axe runs several times.
  test.setTimeout(120_000)
  await openAdmin(page, '/admin/earnings')
  await page.getByRole('button', { name: /^Show as table/ }).click()
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(panel(page, 'By post').getByRole('row', { name: /^Home page/ })).toBeVisible()
    const { violations } = await axeFor(page).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  }
})
