import type { APIRequestContext } from '@playwright/test'
import { owner } from '../demo-owner.ts'
import { fromElsewhere } from '../from-elsewhere.ts'
import { type ReceivedMail, startSmtp, type TestSmtp } from '../smtp-server.ts'
import { axeFor } from './axe.ts'
import { type IsolatedSite, startIsolatedSite } from './isolated-site.ts'
import { expect, hydrated, test } from './site-test.ts'

/** An isolated site with a mail server, which the shared site has not. */
const port = Number(process.env.E2E_PORT ?? 3210) + 161
const origin = `http://localhost:${port}`
let smtp: TestSmtp
let site: IsolatedSite

// One site for all of them.
test.describe.configure({ mode: 'default' })
test.use({ baseURL: origin })

test.beforeAll(async () => {
  test.setTimeout(90_000)
  smtp = await startSmtp({ port: port + 1 })
  site = await startIsolatedSite(port, { env: { SMTP_URL: smtp.url, TRUST_PROXY: '1' } })
})

test.afterAll(async () => {
  await site.stop()
  await smtp.close()
})

/** The first mail to an address; with a subject the first of that subject, since the owner gets mails about sign-ins too. */
async function mailTo(address: string, wanted?: string): Promise<ReceivedMail> {
  const find = () =>
    smtp.received.find(
      ({ envelope, subject }) => envelope.to.includes(address) && (wanted === undefined || subject === wanted),
    )
  await expect.poll(() => find()?.subject).toBeDefined()
  return find()!
}

/** Signs up and confirms without the pages. */
async function createSubscriber(request: APIRequestContext, email: string): Promise<void> {
  const source = 'newsletter-page'
  await request.post('/api/subscribers', { data: { email, source }, headers: fromElsewhere() })
  const token = new URL(linkIn(await mailTo(email), 'confirm')).searchParams.get('token')!
  const answer = await request.post('/newsletter/confirm', { form: { token }, headers: fromElsewhere() })
  expect(await answer.text()).toContain('You are on the list')
}

const linkIn = ({ text }: ReceivedMail, page: string) => new RegExp(`${origin}/newsletter/${page}\\S+`).exec(text!)![0]

test('a sign-up is confirmed by the link of the mail and its button', { tag: '@gate' }, async ({ page, request }) => {
  await page.goto('/newsletter')
  await hydrated(page)
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Email').fill('ada@mail.example')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Subscription successful!', { exact: true })).toBeVisible()
  await expect(
    page.getByText(
      'Thank you for joining our style community. Please confirm it with the link in the mail we sent you.',
      { exact: true },
    ),
  ).toBeVisible()

  const link = linkIn(await mailTo('ada@mail.example'), 'confirm')
  await request.get(link)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your subscription')
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  expect((await axeFor(page).analyze()).violations).toEqual([])
  await page.getByRole('button', { name: 'Confirm my subscription' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are on the list')

  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm my subscription' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work any more')
})

test('the owner sees who is unconfirmed and who is active, and every mail', { tag: '@gate' }, async ({
  page,
  request,
}) => {
  await request.post('/api/subscribers', { data: { email: 'waiting@mail.example' }, headers: fromElsewhere() })
  await createSubscriber(request, 'confirmed@mail.example')
  expect((await page.request.post('/api/auth/login', { data: owner })).status()).toBe(200)
  const badge = async (email: string, words: string) => {
    await page.goto(`/admin/subscribers?q=${email}`)
    await expect(page.getByRole('row').filter({ hasText: email }).getByText(words, { exact: true })).toBeVisible()
  }
  await badge('waiting@mail.example', 'Unconfirmed')
  await badge('confirmed@mail.example', 'Active')

  await page.goto('/admin/settings/mail')
  await expect(page.getByText('Set up', { exact: true })).toBeVisible()
  await expect(page.getByText(`127.0.0.1:${port + 1}`)).toBeVisible()
  await page.getByRole('button', { name: 'Send a test mail' }).click()
  await expect(
    page.getByText('The mail server took the mail to hello@dewlight.example.', { exact: true }),
  ).toBeVisible()
  expect((await mailTo('hello@dewlight.example', 'Your mail works')).text).toContain('this is the test mail')
  await page.getByRole('button', { name: 'View Your mail works' }).click()
  await expect(page.getByRole('dialog', { name: 'Your mail works' }).getByText('this is the test mail')).toBeVisible()
  await page.keyboard.press('Escape')
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 760 })
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  }
  expect((await axeFor(page).analyze()).violations).toEqual([])
})

test('the settings of mail are accessible at 360 px', async ({ page }) => {
  expect((await page.request.post('/api/auth/login', { data: owner })).status()).toBe(200)
  await page.setViewportSize({ width: 360, height: 760 })
  await page.goto('/admin/settings/mail')
  await expect(page.getByText('Set up', { exact: true })).toBeVisible()
  expect((await axeFor(page).analyze()).violations).toEqual([])
})

async function switchDigest(request: APIRequestContext, isOn: boolean): Promise<void> {
  const data = { isOn, every: 'week', weekday: 1, day: 1, hour: 9, subject: 'New on the blog', intro: '' }
  const response = await request.put('/api/digest', { data })
  expect(response.status(), await response.text()).toBe(200)
}

test.describe('mistyped', () => {
  test.use({ expectedProblems: /422/ })

  test('a sign-up that was mistyped in the footer counts for the footer', { tag: '@gate' }, async ({ page }) => {
    await page.goto('/shop')
    const footer = page.getByRole('form', { name: 'Letters' })
    await footer.getByRole('textbox', { name: 'Email' }).fill('mistyped')
    await footer.getByRole('button', { name: 'Subscribe' }).click()
    const again = page.getByRole('form', { name: 'Newsletter' })
    await expect(again.getByText('Please enter a valid email address')).toBeVisible()
    await hydrated(page)
    for (const email of ['corrected@mail.example', 'another@mail.example']) {
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: 'Subscribe' }).click()
      await expect(page.getByText('Almost done: open the mail that we sent you.')).toBeVisible()
      await page.getByRole('button', { name: 'Add another address' }).click()
    }
    expect((await page.request.post('/api/auth/login', { data: owner })).status()).toBe(200)
    for (const email of ['corrected@mail.example', 'another@mail.example'])
      expect(await (await page.request.get(`/api/subscribers?q=${email}`)).json()).toMatchObject([{ source: 'footer' }])
  })
})

test('the link of a mail leads to choices, which only a button makes', async ({ page, request }) => {
  const email = 'choosing@mail.example'
  await createSubscriber(request, email)
  const link = linkIn(await mailTo(email), 'unsubscribe')
  for (const method of ['GET', 'HEAD']) expect((await request.fetch(link, { method })).status()).toBe(200)
  await page.setViewportSize({ width: 360, height: 760 })
  await page.goto(link)
  const heading = page.getByRole('heading', { level: 1 })
  const check = async (title: string) => {
    await expect(heading).toHaveText(title)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    expect((await axeFor(page).analyze()).violations).toEqual([])
  }
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const offers = (...names: string[]) => expect(page.getByRole('main').getByRole('button')).toHaveText(names)
  await check('Unsubscribe')
  await offers('Unsubscribe')
  expect((await page.request.post('/api/auth/login', { data: owner })).status()).toBe(200)
  await switchDigest(page.request, true)
  await page.reload()
  await offers('Unsubscribe', 'Fewer letters: only the digest')
  await press('Fewer letters: only the digest')
  await check('Fewer letters')
  await offers('All newsletters again', 'Unsubscribe')
  await switchDigest(page.request, false)
  await page.goto(link)
  await offers('Unsubscribe', 'All newsletters again')
  await press('All newsletters again')
  await check('All newsletters again')
  await offers('Unsubscribe')
  await press('Unsubscribe')
  await check('You are unsubscribed')
  await page.goto(link)
  await check('You are unsubscribed')
  await offers('Come back')
  await press('Come back')
  await check('Welcome back')
  const answer = await page.request.get(`/api/subscribers?q=${email}`)
  expect(await answer.json()).toMatchObject([{ status: 'active', frequency: 'all', source: 'newsletter-page' }])
})

test('a reader whose address the owner has stopped confirms, and learns that mail stays stopped', async ({ page }) => {
  expect((await page.request.post('/api/auth/login', { data: owner })).status()).toBe(200)
  const email = 'stopped@mail.example'
  expect((await page.request.post('/api/suppressions', { data: { emails: [email] } })).status()).toBe(200)
  await page.request.post('/api/subscribers', { data: { email }, headers: fromElsewhere() })
  await page.goto(linkIn(await mailTo(email), 'confirm'))
  await page.getByRole('button', { name: 'Confirm my subscription' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mail to this address is stopped')
  await expect(page.getByText('You are on the list')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'Contact' })).toHaveAttribute('href', '/contact')
  expect((await axeFor(page).analyze()).violations).toEqual([])
})

test.describe('over the limit', () => {
  test.use({ expectedProblems: /status of 429/ })

  test('a reader who presses too often gets a page that says to wait', async ({ page, request }) => {
    const email = 'hasty@mail.example'
    await request.post('/api/subscribers', { data: { email }, headers: fromElsewhere() })
    const link = linkIn(await mailTo(email), 'unsubscribe')
    const token = new URL(link).searchParams.get('token')!
    const headers = fromElsewhere()
    for (let time = 0; time < 10; time++)
      await request.post('/newsletter/come-back', { form: { token }, headers, maxRedirects: 0 })
    await page.setExtraHTTPHeaders(headers)
    await page.goto(`${link}&state=done`)
    await page.getByRole('button', { name: 'Come back' }).click()
    await expect(page.getByRole('alert')).toHaveText('That was a little fast. Please try again in a moment.')
    await expect(page.getByRole('button', { name: 'Come back' })).toBeVisible()
    expect((await axeFor(page).analyze()).violations).toEqual([])
  })
})
