import { fromElsewhere } from '../from-elsewhere.ts'
import { axeFor } from './axe.ts'
import { signInAsOwner } from './owner.ts'
import { expect, holdApi, open, test } from './site-test.ts'

test("a form reads 'Sending...' and is disabled meanwhile; a sent message is confirmed in place, and another can be written", {
  tag: '@gate',
}, async ({ page }) => {
  await page.setExtraHTTPHeaders(fromElsewhere())
  const release = await holdApi(page, '/api/contacts')
  await open(page, '/contact')
  const form = page.getByRole('form', { name: 'Contact' })
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel('Email').fill('ada@mail.example')
  await form.getByLabel('Subject').fill('Hello')
  await form.getByLabel('Message').fill('Which cleanser is best to begin with?')
  const fields = ['Name', 'Email', 'Subject', 'Message'].map((name) => form.getByLabel(name, { exact: true }))
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByRole('button', { name: 'Sending...' })).toBeDisabled()
  for (const field of fields) await expect(field).toBeDisabled()
  const answered = page.waitForResponse('**/api/contacts')
  release()
  expect((await answered).status()).toBe(201)
  const notice = form.getByText('Your message has arrived.')
  await expect(notice).toBeFocused()
  for (const field of fields) await expect(field).toHaveValue('')
  await expect(form.getByRole('button', { name: 'Send Message' })).toBeEnabled()
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const { violations } = await axeFor(page).include('form[aria-label=Contact]').analyze()
    expect.soft(violations, `at ${width} px`).toEqual([])
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Name')).toBeFocused()
  await expect(notice).toBeHidden()
})

test('a form that the browser fills in, hidden field included, is not spam', { tag: '@gate' }, async ({ page }) => {
  const subject = `Autofill ${Date.now()}`
  await page.setExtraHTTPHeaders(fromElsewhere())
  await open(page, '/contact')
  await page.waitForFunction(() => performance.now() > 2_500)
  // As a browser does it: values at once, events without an input type, and the fields match `:autofill`.
  await page.evaluate((subject) => {
    const { matches } = Element.prototype
    Object.defineProperty(Element.prototype, 'matches', {
      value(this: Element, selector: string) {
        return selector === ':autofill' || matches.call(this, selector)
      },
    })
    const values = { name: 'Ada', email: 'ada@mail.example', subject, website: 'https://ada.example' }
    for (const [name, value] of Object.entries(values)) {
      const field = document.querySelector<HTMLInputElement>(`form[aria-label=Contact] [name=${name}]`)!
      field.value = value
      field.dispatchEvent(new Event('input', { bubbles: true }))
      field.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }, subject)
  await page.getByLabel('Message').fill('A text that I had on the clipboard.')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Your message has arrived.')).toBeFocused()
  await signInAsOwner(page)
  const found = await page.request.get(`/api/contacts?q=${encodeURIComponent(subject)}`)
  expect(await found.json()).toMatchObject([{ isSpam: false, spamReason: null }])
})

test('neither the keyboard nor autofill reaches the hidden field', async ({ page }) => {
  await open(page, '/contact')
  const trap = page.locator('form[aria-label=Contact] [name=website]')
  await expect(trap).toHaveAttribute('autocomplete', 'off')
  await trap.evaluate((field) => (field as HTMLInputElement).focus())
  await expect(trap).not.toBeFocused()
})

test('what is typed into a form is there again after a look at another page, until it is sent', async ({ page }) => {
  await page.setExtraHTTPHeaders(fromElsewhere())
  const typed = {
    Name: 'Ada',
    Email: 'ada@mail.example',
    Subject: 'Hello',
    Message: 'Which cleanser is best\nto begin with?',
  }
  const form = page.getByRole('form', { name: 'Contact' })
  const field = (name: string) => form.getByLabel(name, { exact: true })
  const expectFields = async (values: Partial<typeof typed>) => {
    for (const name of Object.keys(typed))
      await expect(field(name)).toHaveValue(values[name as keyof typeof typed] ?? '')
  }
  await open(page, '/contact')
  for (const [name, value] of Object.entries(typed)) await field(name).fill(value)
  await page.getByRole('link', { name: 'About' }).first().click()
  await expect(page).toHaveURL('/about')
  await page.goBack()
  await expectFields(typed)
  await open(page, '/shop')
  await open(page, '/contact')
  await expectFields(typed)
  await field('Subject').fill('')
  await page.reload()
  await expectFields({ ...typed, Subject: '' })
  await field('Subject').fill('Hello again')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(form.getByText('Your message has arrived.')).toBeVisible()
  await page.reload()
  await expectFields({})
})
