import type { Page } from '@playwright/test'
import type { SavedMailSettings } from '../../src/contract/mail-settings.ts'
import { owner } from '../demo-owner.ts'
import { startSmtp, type TestSmtp } from '../smtp-server.ts'
import { axeFor } from './axe.ts'
import { type IsolatedSite, startIsolatedSite } from './isolated-site.ts'
import { signIn } from './owner.ts'
import { expect, hydrated, test } from './site-test.ts'

/** Of its own, since the mail server is saved while it runs. */
const port = Number(process.env.E2E_PORT ?? 3210) + 171
let smtp: TestSmtp
let site: IsolatedSite

test.describe.configure({ mode: 'serial' })
test.use({ baseURL: `http://localhost:${port}` })

test.beforeAll(async () => {
  test.setTimeout(90_000)
  smtp = await startSmtp({ login: ['nora', 'a mail password'] })
  site = await startIsolatedSite(port)
})

test.afterAll(async () => {
  await site.stop()
  await smtp.close()
})

async function isClean(page: Page): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    expect((await axeFor(page).analyze()).violations).toEqual([])
  }
}

test('without a mail server, the login page leads to the command that sets a new password', async ({ page }) => {
  await page.goto('/login')
  await hydrated(page)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot password?')
  await expect(page.getByText('npm run admin -- reset')).toBeVisible()
  await isClean(page)
})

test('the owner sets the mail server, reads what a test says, and corrects it', async ({ page }) => {
  test.slow()
  await signIn(page.request)
  await page.goto('/admin/settings/mail')
  const form = page.getByRole('form', { name: 'Mail server' })
  await form.getByLabel('Host').fill('127.0.0.1')
  await form.getByLabel('Security').selectOption('none')
  await form.getByLabel('Port').fill(String(smtp.port))
  await form.getByLabel('User').fill('nora')
  await form.getByLabel('Password').fill('wrong')
  await form.getByRole('button', { name: 'Save mail server' }).click()
  await expect(page.getByText('Mail server saved', { exact: true })).toBeVisible()
  await expect(form.getByLabel('Password')).toHaveValue('')
  await expect(form.getByText('A password is saved, encrypted. Leave this empty to keep it.')).toBeVisible()
  await page.getByRole('button', { name: 'Send a test mail' }).click()
  await expect(page.getByRole('alert')).toContainText('The mail server did not accept the user name or the password.')
  await form.getByLabel('Password').fill('a mail password')
  await form.getByLabel('DKIM selector').fill('two words')
  await form.getByRole('button', { name: 'Save mail server' }).click()
  await expect(form.getByText('Please enter a selector such as mail')).toBeVisible()
  await form.getByLabel('DKIM selector').fill('k2026q1')
  await form.getByRole('button', { name: 'Save mail server' }).click()
  await page.getByRole('button', { name: 'Send a test mail' }).click()
  await expect(page.getByText('Taken by the mail server.')).toBeVisible()
  await expect(page.getByText(/^250 /)).toBeVisible()
  await isClean(page)
  await page.reload()
  await expect(form.getByLabel('DKIM selector')).toHaveValue('k2026q1')
})

test.describe('while the mail server is saved', () => {
  test.use({ expectedProblems: /400/ })

  test('the focus stays, and what is typed meanwhile is kept', async ({ page }) => {
    await signIn(page.request)
    await page.goto('/admin/settings/mail')
    const form = page.getByRole('form', { name: 'Mail server' })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let saves = 0
    await page.route('**/api/mails/settings', async (route) => {
      if (route.request().method() === 'PUT') {
        saves += 1
        await held
      }
      await route.continue()
    })
    await form.getByLabel('Sender name').fill(' Nora ')
    await form.getByLabel('Sender name').press('Enter')
    await expect(form.getByRole('button', { name: 'Saving...' })).toBeDisabled()
    await form.getByLabel('Sender name').press('Enter')
    await form.getByLabel('Sender address').fill('typed-meanwhile@dewlight.example')
    release()
    await expect(page.getByText('Mail server saved', { exact: true })).toBeVisible()
    await expect(form.getByLabel('Sender address')).toHaveValue('typed-meanwhile@dewlight.example')
    await expect(form.getByLabel('Sender address')).toBeFocused()
    await expect(form.getByLabel('Sender name')).toHaveValue('Nora')
    expect(saves).toBe(1)

    await page.getByRole('tab', { name: 'Subscribers' }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await expect(question).toContainText('Your changes of the mail server are not saved yet.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await form.getByLabel('Sender address').fill('')
    await form.getByLabel('Sender name').fill('')
    const button = form.getByRole('button', { name: 'Save mail server' })
    await button.press('Enter')
    await expect.poll(() => saves).toBe(2)
    await expect(button).toBeEnabled()
    await expect(button).toBeFocused()
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('a field that the server refuses gets the focus', async ({ page }) => {
    await signIn(page.request)
    await page.goto('/admin/settings/mail')
    const form = page.getByRole('form', { name: 'Mail server' })
    await form.getByLabel('Host').fill('localhost')
    await form.getByRole('button', { name: 'Save mail server' }).click()
    await expect(form.getByText('Please enter the password', { exact: true })).toBeVisible()
    await expect(form.getByLabel('Password')).toBeFocused()
  })
})

test('a reply is sent from the admin, with a saved reply', async ({ page, request }) => {
  const data = {
    name: 'Ada',
    email: 'ada@mail.example',
    subject: 'A question',
    message: 'Which cleanser is the first?',
  }
  expect((await request.post('/api/contacts', { data })).status()).toBe(201)
  await signIn(page.request)
  await page.goto('/admin/contacts')
  await page.getByRole('button', { name: 'View A question from Ada' }).click()
  const dialog = page.getByRole('dialog', { name: 'A question' })
  await dialog.getByRole('button', { name: 'Reply', exact: true }).click()
  const text = dialog.getByLabel('To Ada, ada@mail.example')
  await expect(text).toBeFocused()
  await expect(text).toHaveValue(/Ada wrote:\n> Which cleanser is the first\?$/)
  await page.keyboard.type('The mild one.')
  await dialog.getByText('Saved replies').click()
  await dialog.getByLabel('Save what you wrote as').fill('Mild')
  await dialog.getByRole('button', { name: 'Save text' }).click()
  await dialog.getByRole('button', { name: 'Insert Mild' }).click()
  await isClean(page)
  await dialog.getByRole('button', { name: 'Send reply' }).click()
  await expect(dialog.getByText(/^Your reply, /)).toBeVisible()
  await expect
    .poll(() => smtp.received.find(({ subject }) => subject === 'Re: A question')?.text)
    .toContain('The mild one.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row').filter({ hasText: 'A question' }).getByText('Answered')).toBeVisible()
})

test('‘Not Spam’ shows what it learned, which can be removed', async ({ page, request }) => {
  const data = {
    name: 'Eve',
    email: 'eve@mail.example',
    subject: 'Spam 1',
    message: 'A friendly message.',
    website: 'x',
  }
  expect((await request.post('/api/contacts', { data })).status()).toBe(201)
  await signIn(page.request)
  await page.goto('/admin/contacts')
  await page.getByRole('link', { name: /^Spam ?\d+$/ }).click()
  await page.getByRole('button', { name: 'View Spam 1 from Eve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Not Spam' }).click()
  await expect(page.getByText('eve@mail.example may fill in the hidden field', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Remove: eve@mail.example may fill in the hidden field' }).click()
  await expect(page.getByText('Learned from', { exact: false })).toBeHidden()
})

test('a lost password is replaced by the link of a mail, without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: `http://localhost:${port}` })
  const page = await context.newPage()
  await page.goto('/forgot-password')
  await page.getByLabel('Username').fill(owner.username)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText('a link is on its way')).toBeVisible()
  const linkIn = () =>
    smtp.received
      .flatMap(({ text }) => /http:\/\/localhost:\d+(\/reset-password\?token=[\w-]+)/.exec(text ?? '')?.[1] ?? [])
      .at(-1)
  await expect.poll(linkIn).toBeDefined()
  await page.goto(linkIn()!)
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Please use at least 12 characters')).toBeVisible()
  await page.getByLabel('New password').fill('a new and long password')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Your new password is set, and every device is signed out.')).toBeVisible()
  await page.getByLabel('Username').fill(owner.username)
  await page.getByLabel('Password').fill('a new and long password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/admin$/)
  await context.close()
})

test.describe('in two windows', () => {
  test.use({ expectedProblems: /409/ })

  const open = async (page: Page) => {
    await page.request.post('/api/auth/login', { data: { ...owner, password: 'a new and long password' } })
    await page.goto('/admin/settings/mail')
    const form = page.getByRole('form', { name: 'Mail server' })
    await expect(form.getByLabel('User')).toHaveValue('nora')
    return form
  }
  const saveElsewhere = async (page: Page, fromName: string) => {
    const found = await page.request.get('/api/mails/settings')
    const { settings } = (await found.json()) as { settings: SavedMailSettings }
    const { password: _, ...server } = settings
    const data = { ...server, fromName }
    const saved = await page.request.put('/api/mails/settings', {
      data,
      headers: { 'if-match': found.headers().etag! },
    })
    expect(saved.status(), await saved.text()).toBe(200)
  }

  test('the mail server of another window is shown on request, and can be saved over', async ({ page }) => {
    const form = await open(page)
    await saveElsewhere(page, 'Another window')
    await form.getByLabel('Sender name').fill('This window')
    await form.getByRole('button', { name: 'Save mail server' }).click()
    await expect(form.getByText('The mail server was changed in another window.')).toBeVisible()
    await expect(form.getByLabel('Sender name')).toHaveValue('This window')
    await form.getByRole('button', { name: 'Show the others' }).click()
    await expect(form.getByLabel('Sender name')).toHaveValue('Another window')
    await expect(form).toBeFocused()
    await form.getByLabel('Sender name').fill('This window')
    await form.getByRole('button', { name: 'Save mail server' }).click()
    await expect(page.getByText('Mail server saved', { exact: true })).toBeVisible()

    await saveElsewhere(page, 'Another window again')
    await form.getByLabel('Sender name').fill('Mine')
    await form.getByRole('button', { name: 'Save mail server' }).click()
    await isClean(page)
    await form.getByRole('button', { name: 'Save mine' }).click()
    await expect(form.getByRole('alert')).toHaveCount(0)
    await expect(form).toBeFocused()
    await page.reload()
    await expect(form.getByLabel('Sender name')).toHaveValue('Mine')
  })

  test('a mail server that another window changed is shown instead of removed', async ({ page }) => {
    const form = await open(page)
    await saveElsewhere(page, 'Another window')
    await form.getByRole('button', { name: 'Remove' }).click()
    const question = page.getByRole('alertdialog', { name: 'Remove the mail server?' })
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(form.getByLabel('Sender name')).toHaveValue('Another window')
    await expect(question).toHaveCount(0)
    await expect(page.getByText('That did not work', { exact: true })).toBeVisible()
    await expect(form.getByText('Your changes are still here.')).toHaveCount(0)
    await form.getByRole('button', { name: 'Remove' }).click()
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Mail server removed', { exact: true })).toBeVisible()
    await expect(form.getByRole('button', { name: 'Remove' })).toHaveCount(0)
    await expect(form).toBeFocused()
  })
})
