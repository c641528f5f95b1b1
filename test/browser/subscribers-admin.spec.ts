import type { Page } from '@playwright/test'
import { fromElsewhere } from '../from-elsewhere.ts'
import { openAdmin, signInAsOwner } from './owner.ts'
import { expectCleanScreen } from './screen-checks.ts'
import { expect, test } from './site-test.ts'

let count = 0

/** Creates an active subscriber for one test and returns the address. */
async function subscribe(page: Page, name?: string): Promise<string> {
  const email = `reader-${test.info().workerIndex}-${Date.now()}-${++count}@mail.example`
  const answer = await page.request.post('/api/subscribers', { data: { email, name }, headers: fromElsewhere() })
  expect(answer.status(), await answer.text()).toBe(201)
  await signInAsOwner(page)
  const [{ id }] = (await (await page.request.get(`/api/subscribers?q=${email}`)).json()) as [{ id: number }]
  const data = { isActive: true, consent: 'They asked for it by mail.' }
  expect((await page.request.put(`/api/subscribers/${id}`, { data })).status()).toBe(200)
  return email
}

const list = (query: string) => `/admin/subscribers?q=${encodeURIComponent(query)}`
const rows = (page: Page) => page.getByRole('table', { name: 'Newsletter Subscribers' }).getByRole('row')
const row = (page: Page, email: string) => rows(page).filter({ hasText: email })
const more = (page: Page, email: string) => row(page, email).getByRole('button', { name: `More for ${email}` })

test("Subscribers tab 'Newsletter Subscribers' has the columns of the specification", { tag: '@gate' }, async ({
  page,
}) => {
  const email = await subscribe(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAdmin(page, list(email))
  await expect(page.getByRole('heading', { level: 2, name: 'Newsletter Subscribers' })).toBeVisible()
  await expect(page.getByRole('columnheader').filter({ hasText: /\S/ })).toHaveText([
    'Email',
    'Name',
    'Date',
    'Status',
    'Action',
  ])
  const cells = row(page, email).getByRole('cell')
  await expect(row(page, email).getByRole('rowheader')).toContainText(email)
  await expect(cells.nth(1).locator('span').last()).toHaveText('-')
  await expect(cells.nth(2).locator('time')).toHaveText(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/)
  await expect(cells.nth(3).getByText('Active', { exact: true })).toBeVisible()
  await expect(cells.nth(4).getByText('Unsubscribe', { exact: true })).toBeVisible()

  let exported = ''
  await test.step('the list is exported as it is filtered', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('subscribers.csv')
    exported = await (await page.request.get(download.url())).text()
    expect(exported.trimEnd().split('\n')).toHaveLength(2)
    expect(exported).toMatch(new RegExp(`${email},,Active,.*/newsletter/unsubscribe\\?token=`))
  })

  await test.step('the unsubscribe link can be copied', async () => {
    await more(page, email).click()
    await page.getByRole('menuitem', { name: 'Copy unsubscribe link' }).click()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(copied).toContain('/newsletter/unsubscribe?token=')
    expect(exported).toContain(await copied())
  })

  await test.step('deleting needs a confirmation and can be undone', async () => {
    await more(page, email).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page
      .getByRole('alertdialog', { name: `Delete ${email}?` })
      .getByRole('button', { name: 'Delete' })
      .click()
    await expect(page.getByText('Nothing matches.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row(page, email)).toHaveCount(1)
  })
})

test('Unsubscribe needs a confirmation; resubscribing needs a note of how they agreed', { tag: '@gate' }, async ({
  page,
}) => {
  const email = await subscribe(page, 'Ada')
  await openAdmin(page, list(email))
  await row(page, email)
    .getByRole('button', { name: `Unsubscribe ${email}` })
    .click()
  await page
    .getByRole('alertdialog', { name: `Unsubscribe ${email}?` })
    .getByRole('button', { name: 'Unsubscribe' })
    .click()
  await expect(row(page, email).getByText('Unsubscribed', { exact: true })).toBeVisible()

  await row(page, email)
    .getByRole('button', { name: `Resubscribe ${email}` })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Resubscribe' })
  await dialog.getByRole('button', { name: 'Resubscribe' }).click()
  await expect(dialog.getByText('Please say how they agreed to get the newsletter')).toBeVisible()
  await dialog.getByLabel('How did they agree?').fill('She asked me by mail today')
  await dialog.getByRole('button', { name: 'Resubscribe' }).click()
  await expect(row(page, email).getByText('Active', { exact: true })).toBeVisible()

  await more(page, email).click()
  await page.getByRole('menuitem', { name: 'What they agreed to' }).click()
  const record = page.getByRole('dialog', { name: email })
  await expect(record.getByRole('listitem')).toHaveText([
    /^Signed up/,
    /^Made active again/,
    /^Unsubscribed/,
    /^Made active again/,
  ])
  await expect(record.getByText('“She asked me by mail today”')).toBeVisible()
})

test('a suppressed address says so in the list and before it is made active again', { tag: '@gate' }, async ({
  page,
}) => {
  test.slow()
  const email = await subscribe(page)
  await openAdmin(page, list(email))
  expect((await page.request.post('/api/suppressions', { data: { emails: [email] } })).status()).toBe(200)
  await page.reload()
  await expect(row(page, email).getByText('Active', { exact: true })).toBeVisible()
  await expect(row(page, email).getByText('Suppressed', { exact: true })).toBeVisible()
  await expect(row(page, email).getByText('Suppressed by you', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('suppressed')
  await expect(row(page, email)).toHaveCount(1)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 760 })
    await expect(row(page, email).getByText('Suppressed', { exact: true })).toBeVisible()
  }
  await expectCleanScreen(page, { height: 760 })
  await row(page, email)
    .getByRole('button', { name: `Unsubscribe ${email}` })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unsubscribe' }).click()
  await row(page, email)
    .getByRole('button', { name: `Resubscribe ${email}` })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Resubscribe' })
  await expect(dialog.getByText('The address stays suppressed, so they get no newsletters')).toBeVisible()
  await dialog.getByRole('link', { name: 'see why in the suppressed addresses' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Suppressed addresses' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Suppressed addresses' }).getByText(email)).toBeVisible()
})

test('tags are given to several and to one, undone, and narrow the list', { tag: '@gate' }, async ({ page }) => {
  const [one, two] = [await subscribe(page), await subscribe(page)]
  const tag = `tag-${test.info().workerIndex}-${Date.now()}`
  const prefix = `reader-${test.info().workerIndex}-`
  await openAdmin(page, list(prefix))
  for (const email of [one, two]) await row(page, email).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Add tag' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a tag to 2 subscribers' })
  await dialog.getByRole('button', { name: 'Add tag' }).click()
  await expect(dialog.getByText('Please write a tag', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Tag')).toBeFocused()
  await dialog.getByLabel('Tag').fill(tag.toUpperCase())
  await dialog.getByRole('button', { name: 'Add tag' }).click()
  await expect(row(page, one).getByText(tag, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, one).getByText(tag, { exact: true })).toHaveCount(0)

  await more(page, one).click()
  await page.getByRole('menuitem', { name: 'What they agreed to' }).click()
  const record = page.getByRole('dialog', { name: one })
  await record.getByLabel('Tags').fill(`${tag}, a,${'b'.repeat(41)}`)
  await record.getByRole('button', { name: 'Save tags' }).click()
  await expect(record.getByText('Please keep this under 40 characters')).toBeVisible()
  await expect(record.getByLabel('Tags')).toBeFocused()
  await record.getByLabel('Tags').fill(`${tag.toUpperCase()} ,`)
  await record.getByLabel('Tags').press('Enter')
  await expect(record.getByLabel('Tags')).toHaveValue(tag)
  await expect(record.getByLabel('Tags')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByLabel('Tag', { exact: true }).selectOption(tag)
  await expect(row(page, one)).toHaveCount(1)
  await expect(row(page, two)).toHaveCount(0)
})

test('the owner sees where readers signed up', { tag: '@gate' }, async ({ page, request }) => {
  const email = `footer-${test.info().workerIndex}-${Date.now()}@mail.example`
  await request.post('/api/subscribers', { data: { email, source: 'footer' }, headers: fromElsewhere() })
  await openAdmin(page, list(email))
  await page.getByRole('button', { name: 'Where they signed up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Where they signed up' })
  await dialog.getByLabel('Time of the sign-up').selectOption('all')
  await expect(dialog.getByRole('row').filter({ hasText: 'Footer' })).toBeVisible()
  await expectCleanScreen(page, { height: 760 })
})

test('several are unsubscribed at once, and the filter shows who is left', { tag: '@gate' }, async ({ page }) => {
  const name = `Group${Date.now()}`
  const emails = [await subscribe(page, name), await subscribe(page, name)]
  await openAdmin(page, list(name))
  for (const email of emails) await page.getByRole('checkbox', { name: `Select ${email}` }).check()
  await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Unsubscribe 2 subscribers?' })
  await question.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(rows(page).getByText('Unsubscribed', { exact: true })).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('active')
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect(page).toHaveURL('/admin/subscribers')
})

test('a list is imported: counted first, never against somebody’s will', { tag: '@gate' }, async ({ page }) => {
  const known = await subscribe(page)
  const fresh = `import-${Date.now()}@mail.example`
  const csv = `email,name\n${fresh},New Reader\n${known},\nnonsense,Nobody\n`
  await openAdmin(page, '/admin/subscribers')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import subscribers' })
  await dialog.getByRole('button', { name: 'Check the file' }).click()
  await expect(dialog.getByText('Please choose a file')).toBeVisible()
  await expect(dialog.getByText('Please say how they agreed to get the newsletter')).toBeVisible()
  await dialog
    .getByLabel('CSV file')
    .setInputFiles({ name: 'readers.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await dialog.getByLabel('How did they agree?').fill('Signed the list at the workshop')
  await dialog.getByRole('button', { name: 'Check the file' }).click()
  await expect(dialog.getByText('Nothing is imported yet.')).toBeVisible()
  await expect(dialog.getByText('Line 4: nonsense, Nobody')).toBeVisible()
  expect((await dialog.getByRole('definition').allTextContents()).join(' ')).toBe('1 1 0 0 1')
  await dialog.getByRole('button', { name: 'Import 1 subscriber' }).click()
  await expect(dialog).toHaveCount(0)
  await page.goto(list(fresh))
  await expect(row(page, fresh)).toContainText('New Reader')
})

test('the list is sorted and paged by its address', { tag: '@gate' }, async ({ page }) => {
  await openAdmin(page, '/admin/subscribers?sort=email&direction=asc&page=2')
  await expect(page.getByRole('columnheader', { name: 'Email' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByText(/^26–50 of \d+$/)).toBeVisible()
  await page.getByRole('columnheader', { name: 'Email' }).getByRole('button').click()
  await expect(page).toHaveURL('/admin/subscribers?sort=email&direction=desc')
})

test('at 360 and 1280 px nothing is clipped and axe finds no violation', { tag: '@gate' }, async ({ page }) => {
  test.slow()
  const email = await subscribe(page, 'VeryLongWordWithoutAnySpace'.repeat(3))
  await openAdmin(page, list(email))
  await expect(row(page, email)).toHaveCount(1)
  await expectCleanScreen(page, { height: 760 })
  await page.getByRole('button', { name: 'Import CSV' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectCleanScreen(page, { height: 760 })
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 360, height: 760 })
  await page.getByRole('button', { name: `More about ${email}` }).click()
  await more(page, email).click()
  await page.getByRole('menuitem', { name: 'What they agreed to' }).click()
  await expect(page.getByRole('dialog', { name: email }).getByText('Signed up')).toBeVisible()
  await expectCleanScreen(page, { height: 760 })
})
