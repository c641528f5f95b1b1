import { readFileSync } from 'node:fs'
import { expect, openAdmin, test } from './isolated-test.ts'

test('the owner exports the stored data of a person, and deletes it after a confirmation', { tag: '@gate' }, async ({
  page,
}) => {
  const email = `ann-${Date.now()}@example.com`
  const subscribed = await page.request.post('/api/subscribers', { data: { email, name: 'Ann Lee' } })
  expect(subscribed.status()).toBe(201)
  const written = await page.request.post('/api/contacts', {
    data: { name: 'Ann Lee', email, subject: 'A question', message: 'What do you know about me?' },
  })
  expect(written.status()).toBe(201)
  await openAdmin(page, `/admin/subscribers?q=${email}`)
  await page.getByRole('button', { name: `More for ${email}` }).click()
  await page.getByRole('menuitem', { name: 'What they agreed to' }).click()
  const [fromList] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export everything about this person' }).click(),
  ])
  expect(readFileSync(await fromList.path(), 'utf8')).toContain('What do you know about me?')

  await openAdmin(page, '/admin/settings/personal-data')
  const field = page.getByLabel('Email address of the person')
  await field.fill('ann')
  await page.getByRole('button', { name: 'Export as JSON' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()

  await field.fill(email.replace('ann', 'Ann'))
  const [download] = await Promise.all([page.waitForEvent('download'), field.press('Enter')])
  expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({
    subscriber: { email, name: 'Ann Lee' },
    messages: [{ message: 'What do you know about me?' }],
  })
  await expect(page.getByText('The file holds 1 subscription, 1 message and 0 mails.', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Delete for good' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete everything about this person?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('1 subscription, 1 message and 0 mails deleted.', { exact: true })).toBeVisible()
  const left = await page.request.post('/api/personal-data/export', { data: { email } })
  expect(await left.json()).toMatchObject({ subscriber: null, messages: [], mails: [] })
})
