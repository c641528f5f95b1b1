import type { Page } from '@playwright/test'
import { axeFor } from './axe.ts'
import { openAdmin } from './owner.ts'
import { expect, test } from './site-test.ts'

async function isClean(page: Page): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    expect((await axeFor(page).analyze()).violations).toEqual([])
  }
}

test('the owner suppresses pasted addresses, removes one after a confirmation and undoes it', async ({ page }) => {
  const name = `${test.info().workerIndex}-${Date.now()}`
  const [ann, bea] = [`ann-${name}@mail.example`, `bea-${name}@mail.example`]
  await openAdmin(page, '/admin/subscribers')
  await page.getByRole('button', { name: 'Suppressed addresses' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Suppressed addresses' })).toBeVisible()
  await page.getByRole('button', { name: 'Suppress addresses' }).click()
  const dialog = page.getByRole('dialog', { name: 'Suppress addresses' })
  await dialog.getByLabel('Addresses').fill(`${ann}, wrong`)
  await dialog.getByRole('button', { name: 'Suppress' }).click()
  await expect(dialog.getByText('Please enter a valid email address: “wrong”')).toBeVisible()
  await expect(dialog.getByLabel('Addresses')).toBeFocused()
  await isClean(page)
  await dialog.getByLabel('Addresses').fill(`${ann}\n${bea}`)
  await dialog.getByRole('button', { name: 'Suppress' }).click()
  await expect(page.getByText('2 addresses added.', { exact: true })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search suppressed addresses' }).fill(ann)
  const rows = page.getByRole('table', { name: 'Suppressed addresses' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: ann })).toContainText('Suppressed by you')
  await isClean(page)
  await page.getByRole('button', { name: `Remove ${ann}` }).click()
  await page
    .getByRole('alertdialog', { name: `Remove ${ann}?` })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows.filter({ hasText: ann })).toBeVisible()
})

test('the owner connects a mail provider, copies its address and removes it', async ({ page }) => {
  await openAdmin(page, '/admin/settings/mail')
  const providers = page.getByRole('list', { name: 'Mail providers' })
  await providers.getByRole('button', { name: 'Connect: Mailgun' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delivery reports of Mailgun' })
  await dialog.getByRole('button', { name: 'Create the address' }).click()
  await expect(dialog.getByText('Please enter the HTTP webhook signing key')).toBeVisible()
  await expect(dialog.getByLabel('HTTP webhook signing key')).toBeFocused()
  await dialog.getByLabel('HTTP webhook signing key').fill('key-123')
  await dialog.getByRole('button', { name: 'Create the address' }).click()
  await expect(providers.getByLabel('Address for Mailgun', { exact: true })).toHaveValue(
    /\/hooks\/mail\/mailgun\/[\w-]{43}$/,
  )
  await expect(providers.getByText('No report yet')).toBeVisible()
  await isClean(page)
  await providers.getByRole('button', { name: 'Remove: Mailgun' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(providers.getByRole('button', { name: 'Connect: Mailgun' })).toBeVisible()
})

test('the owner names a mailbox, and reads why it cannot be checked', async ({ page }) => {
  await openAdmin(page, '/admin/settings/mail')
  const form = page.getByRole('form', { name: 'Mailbox for bounces' })
  await form.getByRole('button', { name: 'Save mailbox' }).click()
  await expect(form.getByText('Please enter the server, such as imap.example.com')).toBeVisible()
  await expect(form.getByLabel('Server')).toBeFocused()
  await form.getByLabel('Security').selectOption('STARTTLS (port 143)')
  await expect(form.getByLabel('Port')).toHaveValue('143')
  await form.getByLabel('Server').fill('127.0.0.1')
  await page.getByRole('tab', { name: 'Subscribers' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Your changes of the mailbox are not saved yet. They will be lost.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await form.getByLabel('Port').fill('1')
  await form.getByLabel('User').fill('bounces')
  await form.getByLabel('Password').fill('a password')
  await form.getByRole('button', { name: 'Save mailbox' }).click()
  await expect(form.getByText('Not read yet.')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Save mailbox' })).toBeFocused()
  await form.getByRole('button', { name: 'Check now' }).click()
  await expect(form.getByText('The server 127.0.0.1 cannot be reached at this port.')).toBeVisible({ timeout: 30_000 })
  await isClean(page)
  await expect(form.getByLabel('Password')).toHaveValue('')
  await form.getByRole('button', { name: 'Remove mailbox' }).click()
  await expect(question).toContainText('Its password is deleted')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(form.getByRole('button', { name: 'Check now' })).toBeVisible()
  await form.getByRole('button', { name: 'Remove mailbox' }).click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(form.getByRole('button', { name: 'Check now' })).toHaveCount(0)
  await expect(form.getByLabel('Server')).toHaveValue('')
  await expect(form).toBeFocused()
})
