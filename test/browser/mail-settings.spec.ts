import type { APIRequestContext, Page } from '@playwright/test'
import type { MailSettings, MailSettingsInput } from '../../src/contract/audience/mail-settings.ts'
import { startSmtp, type TestSmtp } from '../smtp-server.ts'
import { axeFor, axeWidths } from './axe.ts'
import { type IsolatedSite, startIsolatedSite } from './isolated-site.ts'
import { toastOf } from './library.ts'
import { signIn } from './owner.ts'
import { expect, hydrated, test } from './site-test.ts'

/** Uses a site of its own, since it saves the mail server. */
const port = Number(process.env.E2E_PORT ?? 3210) + 171
let smtp: TestSmtp
let site: IsolatedSite

test.describe.configure({ mode: 'default', timeout: 60_000 })
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

const server = () => ({
  host: '127.0.0.1',
  port: smtp.port,
  security: 'none' as const,
  user: 'nora',
  password: 'a mail password',
  fromName: '',
  fromAddress: '',
  dkimSelector: 'k2026q1',
})

/** Saves the mail server as another window would, or removes it. */
async function setMailServer(api: APIRequestContext, change: MailSettingsInput | undefined): Promise<void> {
  await signIn(api)
  const found = await api.get('/api/mails/settings')
  const headers = { 'if-match': found.headers().etag! }
  const { settings } = (await found.json()) as MailSettings
  if (!change && !settings) return
  const saved = change
    ? await api.put('/api/mails/settings', { data: change, headers })
    : await api.delete('/api/mails/settings', { headers })
  expect(saved.status(), await saved.text()).toBe(200)
}

async function savedServer(page: Page): Promise<MailSettings['settings']> {
  return ((await (await page.request.get('/api/mails/settings')).json()) as MailSettings).settings
}

async function isClean(page: Page): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    if (axeWidths.includes(width)) expect((await axeFor(page).analyze()).violations).toEqual([])
  }
}

test('without a mail server, the login page leads to the command that sets a new password', { tag: '@gate' }, async ({
  page,
  request,
}) => {
  await setMailServer(request, undefined)
  await page.goto('/login')
  await hydrated(page)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot password?')
  await expect(page.getByText('npm run admin -- reset')).toBeVisible()
  await isClean(page)
})

test('the owner sets the mail server, reads what a test says, and corrects it', { tag: '@gate' }, async ({ page }) => {
  test.slow()
  await setMailServer(page.request, undefined)
  await page.goto('/admin/settings/mail')
  const form = page.getByRole('form', { name: 'Mail server' })
  await form.getByLabel('Host').fill('127.0.0.1')
  await form.getByLabel('Security').selectOption('none')
  await form.getByLabel('Port').fill(String(smtp.port))
  await form.getByLabel('User').fill('nora')
  await form.getByLabel('Password').fill('wrong')
  await form.getByRole('button', { name: 'Save mail server' }).click()
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
  await expect(form.getByLabel('Password')).toHaveValue('')
  await page.getByRole('button', { name: 'Send a test mail' }).click()
  await expect(page.getByText('Taken by the mail server.')).toBeVisible()
  await expect(page.getByText(/^250 /)).toBeVisible()
  await isClean(page)
  await page.reload()
  await expect(form.getByLabel('DKIM selector')).toHaveValue('k2026q1')
})

test.describe('while the mail server is saved', () => {
  test.use({ expectedProblems: /400/ })

  test('the focus stays, and what is typed meanwhile is kept', { tag: '@gate' }, async ({ page }) => {
    await setMailServer(page.request, server())
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
    // As the server stores it.
    await expect(form.getByLabel('Sender name')).toHaveValue('Nora')
    await expect(form.getByLabel('Sender address')).toHaveValue('typed-meanwhile@dewlight.example')
    await expect(form.getByLabel('Sender address')).toBeFocused()
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

    await test.step('a field that the server refuses gets the focus', async () => {
      await page.reload()
      await form.getByLabel('Host').fill('localhost')
      await form.getByRole('button', { name: 'Save mail server' }).click()
      await expect(form.getByText('Please enter the password', { exact: true })).toBeVisible()
      await expect(form.getByLabel('Password')).toBeFocused()
    })
  })
})

test('a reply is sent from the admin, with a saved reply', { tag: '@gate' }, async ({ page, request }) => {
  await setMailServer(page.request, server())
  const data = {
    name: 'Ada',
    email: 'ada@mail.example',
    subject: 'A question',
    message: 'Which cleanser is the first?',
  }
  expect((await request.post('/api/contacts', { data })).status()).toBe(201)
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

  await test.step('‘Not Spam’ shows what it learned, which can be removed', async () => {
    const spam = {
      name: 'Eve',
      email: 'eve@mail.example',
      subject: 'Spam 1',
      message: 'A friendly message.',
      website: 'x',
    }
    expect((await request.post('/api/contacts', { data: spam })).status()).toBe(201)
    await page.goto('/admin/contacts')
    await page.getByRole('link', { name: /^Spam ?\d+$/ }).click()
    await page.getByRole('button', { name: 'View Spam 1 from Eve' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Not Spam' }).click()
    await expect(page.getByText('eve@mail.example may fill in the hidden field', { exact: true })).toBeVisible()
    // The toast stays, since it can be undone.
    await toastOf(page).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Remove: eve@mail.example may fill in the hidden field' }).click()
    await expect(page.getByText('Learned from', { exact: false })).toBeHidden()
  })
})

test.describe('in two windows', { tag: '@gate' }, () => {
  test.use({ expectedProblems: /409/ })

  const open = async (page: Page) => {
    await setMailServer(page.request, server())
    await page.goto('/admin/settings/mail')
    const form = page.getByRole('form', { name: 'Mail server' })
    await expect(form.getByLabel('User')).toHaveValue('nora')
    return form
  }
  const saveElsewhere = (page: Page, fromName: string) => setMailServer(page.request, { ...server(), fromName })

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
    await expect.poll(async () => (await savedServer(page))?.fromName).toBe('This window')
    await expect(form.getByRole('button', { name: 'Save mail server' })).toBeEnabled()

    await saveElsewhere(page, 'Another window again')
    await form.getByLabel('Sender name').fill('Mine')
    await form.getByRole('button', { name: 'Save mail server' }).click()
    await isClean(page)
    await form.getByRole('button', { name: 'Save mine' }).click()
    await expect(form.getByRole('alert')).toHaveCount(0)
    await expect(form).toBeFocused()
    await page.reload()
    await expect(form.getByLabel('Sender name')).toHaveValue('Mine')

    await test.step('a mail server that another window changed is shown instead of removed', async () => {
      await saveElsewhere(page, 'Another window')
      await form.getByRole('button', { name: 'Remove' }).click()
      const question = page.getByRole('alertdialog', { name: 'Remove the mail server?' })
      await question.getByRole('button', { name: 'Remove' }).click()
      await expect(form.getByLabel('Sender name')).toHaveValue('Another window')
      await expect(question).toHaveCount(0)
      await expect(page.getByText('That did not work', { exact: true })).toBeVisible()
      expect((await savedServer(page))?.fromName).toBe('Another window')
      await expect(form.getByText('Your changes are still here.')).toHaveCount(0)
      await form.getByRole('button', { name: 'Remove' }).click()
      await question.getByRole('button', { name: 'Remove' }).click()
      await expect(form.getByRole('button', { name: 'Remove' })).toHaveCount(0)
      expect(await savedServer(page)).toBeNull()
      await expect(form).toBeFocused()
    })
  })
})
