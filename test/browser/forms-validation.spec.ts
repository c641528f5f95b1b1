import type { Locator } from '@playwright/test'
import { fromElsewhere } from '../from-elsewhere.ts'
import { answerApi, brokenOnPurpose, countRequests, expect, failApi, holdApi, open, test } from './site-test.ts'

const good = {
  Name: 'Ada',
  Email: 'ada@mail.example',
  Subject: 'Hello',
  Message: 'Which cleanser is best to begin with?',
}

const contactRules = [
  ['name at least 2 characters', 'Name', ['', 'A', ' A '], 'Name must be at least 2 characters'],
  ['email valid', 'Email', ['', 'ada', 'ada@', 'ada@mail'], 'Please enter a valid email address'],
  ['subject at least 2', 'Subject', ['', 'H'], 'Subject must be at least 2 characters'],
  ['message at least 10', 'Message', ['', 'Nine char', '   short   '], 'Message must be at least 10 characters'],
] as const

for (const [rule, field, values, message] of contactRules) {
  test(`5 Contact: ${rule}: '${message}'`, async ({ page }) => {
    const count = countRequests(page, '/api/contacts')
    await open(page, '/contact')
    const form = page.getByRole('form', { name: 'Contact' })
    for (const value of values) {
      await fill(form, { ...good, [field]: value })
      await form.getByRole('button', { name: 'Send Message' }).click()
      await expectRefused(form.getByLabel(field, { exact: true }), message)
      await expect(form.getByLabel(field, { exact: true })).toBeFocused()
      await expect(form.locator('[aria-invalid=true]')).toHaveCount(1)
      // Corrected in between, so that the next message is new.
      await form.getByLabel(field, { exact: true }).fill(good[field])
      await expect(form.locator('[aria-invalid=true]')).toHaveCount(0)
    }
    expect(count()).toBe(0)
  })
}

test('5 Contact: an empty form shows all four messages and focuses the first field', { tag: '@gate' }, async ({
  page,
}) => {
  const count = countRequests(page, '/api/contacts')
  await open(page, '/contact')
  const form = page.getByRole('form', { name: 'Contact' })
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expectRefused(form.getByLabel('Name'), 'Name must be at least 2 characters')
  await expectRefused(form.getByLabel('Email'), 'Please enter a valid email address')
  await expectRefused(form.getByLabel('Subject'), 'Subject must be at least 2 characters')
  await expectRefused(form.getByLabel('Message'), 'Message must be at least 10 characters')
  await expect(form.getByLabel('Name')).toBeFocused()
  expect(count()).toBe(0)
})

test('5 Contact: the shortest values that are allowed are sent', async ({ page }) => {
  const sent = await answerApi(page, '/api/contacts', { id: 1 })
  await open(page, '/contact')
  const form = page.getByRole('form', { name: 'Contact' })
  await fill(form, { Name: 'Bo', Email: 'a@b.co', Subject: 'Hi', Message: '0123456789' })
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]!.body).toMatchObject({ name: 'Bo', email: 'a@b.co', subject: 'Hi', message: '0123456789' })
  expect(sent[0]!.headers['content-type']).toContain('application/json')
})

test("5 Newsletter: email must be valid: 'Please enter a valid email address'", async ({ page }) => {
  const count = countRequests(page, '/api/subscribers')
  await open(page, '/newsletter')
  const form = page.getByRole('form', { name: 'Newsletter' })
  for (const value of ['', 'ada', 'ada@mail', 'ada@mail example', '@mail.example']) {
    await form.getByLabel('Email').fill(value)
    await form.getByRole('button', { name: 'Subscribe' }).click()
    await expectRefused(form.getByLabel('Email'), 'Please enter a valid email address')
    await expect(form.getByLabel('Email')).toBeFocused()
    await form.getByLabel('Email').fill('ada@mail.example')
    await expect(form.locator('[aria-invalid=true]')).toHaveCount(0)
  }
  expect(count()).toBe(0)
})

test('5 Newsletter: the name is optional', async ({ page }) => {
  const sent = await answerApi(page, '/api/subscribers', {
    email: 'ada@mail.example',
    isActive: false,
    confirmation: 'later',
  })
  await open(page, '/newsletter')
  await expect(page.getByLabel('Name')).toHaveValue('')
  await page.getByLabel('Email').fill(' ada@mail.example ')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]!.body).toMatchObject({ email: 'ada@mail.example' })
})

test('5 Login: empty fields are refused', { tag: '@gate' }, async ({ page }) => {
  await page.route('**/api/auth/user', (route) => route.fulfill({ json: { message: 'Nobody' } }))
  const count = countRequests(page, '/api/auth/login')
  await open(page, '/login')
  await page.getByRole('button', { name: 'Login' }).click()
  await expectRefused(page.getByLabel('Username'), 'Username is required')
  await expectRefused(page.getByLabel('Password'), 'Password is required')
  expect(count()).toBe(0)
})

test.describe('a wrong password', () => {
  test.use({ expectedProblems: /status of 401|^401: / })

  test('a rejected sign-in says why in the form, with the focus, and marks both fields until the next try', {
    tag: '@gate',
  }, async ({ page }) => {
    await page.setExtraHTTPHeaders(fromElsewhere())
    await open(page, '/login')
    await page.getByLabel('Username').fill('nobody')
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    const form = page.getByRole('form', { name: 'Login' })
    await expect(form.getByText('Invalid username or password')).toBeFocused()
    await expectRefused(form.getByLabel('Username'), 'Invalid username or password')
    await expectRefused(form.getByLabel('Password'), 'Invalid username or password')
    await form.getByLabel('Password').fill('')
    await page.keyboard.press('Enter')
    await expect(form.getByText('Invalid username or password')).toHaveCount(0)
    await expect(form.getByLabel('Username')).not.toHaveAttribute('aria-invalid')
  })
})

test("8 Newsletter success: disabled and 'Subscribing...' meanwhile, sent once, confirmed in place, and reset", {
  tag: '@gate',
}, async ({ page }) => {
  await page.setExtraHTTPHeaders(fromElsewhere())
  const release = await holdApi(page, '/api/subscribers')
  await open(page, '/newsletter')
  const count = countRequests(page, '/api/subscribers')
  const form = page.getByRole('form', { name: 'Newsletter' })
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel('Email').fill('ada@mail.example')
  await form.getByRole('button', { name: 'Subscribe' }).dblclick()
  await test.step('disabled while submitting', async () => {
    await expect(form.getByRole('button', { name: 'Subscribing...' })).toBeDisabled()
    await expect(form.getByLabel('Email')).toBeDisabled()
    await expect(form.getByLabel('Name')).toBeDisabled()
  })
  const answered = page.waitForResponse('**/api/subscribers')
  release()
  expect((await answered).status()).toBe(201)
  const notice = form.getByText('Before the first newsletter you get a mail to confirm it.')
  await test.step('confirmed and reset', async () => {
    await expect(notice).toBeFocused()
    await expect(form.getByLabel('Name')).toHaveValue('')
    await expect(form.getByLabel('Email')).toHaveValue('')
    await expect(form.getByRole('button', { name: 'Subscribe', exact: true })).toBeEnabled()
  })
  expect(count()).toBe(1)
  await test.step('the notice stands until the reader writes again', async () => {
    await form.getByLabel('Email').fill('b')
    await expect(notice).toBeHidden()
  })
})

test.describe('failures', () => {
  test.use({ expectedProblems: brokenOnPurpose })

  test('8 Newsletter failure: what was typed stays', { tag: '@gate' }, async ({ page }) => {
    await failApi(page, '/api/subscribers')
    const count = countRequests(page, '/api/subscribers')
    await open(page, '/newsletter')
    await page.getByLabel('Email').fill('ada@mail.example')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect.poll(count).toBe(2)
    await expect(page.getByLabel('Email')).toBeEnabled()
    await expect(page.getByLabel('Email')).toHaveValue('ada@mail.example')
    const reason = page
      .getByRole('form', { name: 'Newsletter' })
      .getByText('There was an error subscribing to the newsletter. Please try again.')
    await test.step('the reason stands in the form with the focus, until the next try', async () => {
      await expect(reason).toBeFocused()
      await page.getByLabel('Email').fill('ada@other.example')
      await expect(reason).toBeVisible()
      await page.getByLabel('Email').fill('ada')
      await page.getByRole('button', { name: 'Subscribe' }).click()
      await expect(page.getByLabel('Email')).toBeFocused()
      await expect(reason).toHaveCount(0)
    })
  })

  test('8 Contact failure: retried once under the same key, and what was typed stays', {
    tag: '@gate',
  }, async ({ page }) => {
    const sent = await answerApi(page, '/api/contacts', { message: 'Broken on purpose' }, 500)
    await open(page, '/contact')
    const form = page.getByRole('form', { name: 'Contact' })
    await fill(form, good)
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect.poll(() => sent.length).toBe(2)
    await expect(form.getByRole('button', { name: 'Send Message' })).toBeEnabled()
    for (const [field, value] of Object.entries(good)) {
      await expect(form.getByLabel(field, { exact: true })).toHaveValue(value)
    }
    expect(sent).toHaveLength(2)
    const keys = sent.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^.{16,}$/)
    expect(keys[1]).toBe(keys[0])
    await expect(form.getByText('There was an error sending your message. Please try again.')).toBeFocused()
  })
})

test.describe('refused by the server', () => {
  test.use({ expectedProblems: /status of 400|^400: / })

  test('5 Contact: a message of the server stands at its field', { tag: '@gate' }, async ({ page }) => {
    await answerApi(
      page,
      '/api/contacts',
      { message: 'Not accepted', issues: [{ path: 'subject', message: 'Invalid input' }] },
      400,
    )
    await open(page, '/contact')
    const form = page.getByRole('form', { name: 'Contact' })
    await fill(form, good)
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expectRefused(form.getByLabel('Subject'), 'Invalid input')
    await expect(form.getByLabel('Subject')).toBeFocused()
  })
})

async function fill(form: Locator, values: Record<string, string>): Promise<void> {
  for (const [field, value] of Object.entries(values)) await form.getByLabel(field, { exact: true }).fill(value)
}

async function expectRefused(field: Locator, message: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(message)
  await expect(field.page().getByText(message, { exact: true }).first()).toBeVisible()
}
