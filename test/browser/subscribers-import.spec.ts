import { openAdmin } from './owner.ts'
import { expect, test } from './site-test.ts'

test.use({ expectedProblems: /status of 400|^400: The file is not a list\.$/ })

test('what is said about a file is not shown for another that was chosen meanwhile', async ({ page }) => {
  await openAdmin(page, '/admin/subscribers')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import subscribers' })
  const choose = (rows: string[]) =>
    dialog.getByLabel('CSV file').setInputFiles({
      name: 'readers.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['email', ...rows].join('\n')),
    })
  // Whether each of the requests succeeds.
  const outcomes = [1, 2, 3].map(() => Promise.withResolvers<boolean>())
  const [first, second, third] = outcomes
  const waiting = [...outcomes]
  await page.route('**/api/subscribers/import', async (route) => {
    if (await waiting.shift()!.promise) await route.continue()
    else await route.fulfill({ status: 400, json: { message: 'The file is not a list.' } })
  })
  await choose([`first-${Date.now()}@mail.example`])
  await dialog.getByLabel('How did they agree?').fill('Signed the list at the workshop')
  await dialog.getByRole('button', { name: 'Check the file' }).click()
  await expect(dialog.getByRole('button', { name: 'Checking...' })).toBeDisabled()
  await choose([`second-${Date.now()}@mail.example`])
  first!.resolve(true)
  const check = dialog.getByRole('button', { name: 'Check the file' })
  await expect(check).toBeEnabled()
  await check.click()
  await expect(dialog.getByRole('button', { name: 'Checking...' })).toBeDisabled()
  await choose([`second-${Date.now()}@mail.example`, `third-${Date.now()}@mail.example`])
  second!.resolve(false)
  await expect(check).toBeEnabled()
  await expect(dialog.getByText('The file is not a list.')).toHaveCount(0)
  await check.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Checking...' })).toBeFocused()
  third!.resolve(true)
  await expect(dialog.getByRole('button', { name: 'Import 2 subscribers' })).toBeEnabled()
  await expect(dialog.getByRole('button', { name: 'Import 2 subscribers' })).toBeFocused()
})

test('a status that the file does not explain is a question before anything is imported', async ({ page }) => {
  const reader = `paused-${Date.now()}@mail.example`
  await openAdmin(page, '/admin/subscribers')
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import subscribers' })
  // As Excel saves it.
  const buffer = Buffer.from(`Email,Global status\n${reader},Pausé\nleft-${reader},Bounced\n`, 'latin1')
  await dialog.getByLabel('CSV file').setInputFiles({ name: 'readers.csv', mimeType: 'text/csv', buffer })
  await dialog.getByLabel('How did they agree?').fill('Signed up on my old blog')
  const check = dialog.getByRole('button', { name: 'Check the file' })
  await check.click()
  const question = dialog.getByLabel('What does Global status = Pausé mean? (1 subscriber)')
  await question.selectOption('They do not get it')
  await check.click()
  await expect(dialog.getByRole('button', { name: 'Import 0 subscribers' })).toBeDisabled()
  await question.selectOption('They get the newsletter')
  await check.click()
  await dialog.getByRole('button', { name: 'Import 1 subscriber' }).click()
  await expect(dialog).toHaveCount(0)
})
