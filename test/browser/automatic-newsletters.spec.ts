import path from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import BetterSqlite from 'better-sqlite3'
import type { AutomaticNewsletter, Digest } from '../../src/contract/audience/automatic-newsletters.ts'
import { axeFor, axeWidths } from './axe.ts'
import { deleteNewsletters, openNewsletterSite } from './newsletter-site.ts'
import { openDashboard, signIn } from './owner.ts'
import { expect, test } from './site-test.ts'

const newsletterSite = openNewsletterSite(193, { isWithoutNewsletters: true })

// Each screen is checked at several widths.
test.describe.configure({ mode: 'default', timeout: 90_000 })
test.use({
  expectedProblems: /status of (?:409|500)|^409: Please write|^500: No$|^Blocked script execution/,
})

test.beforeEach(async ({ page }) => {
  await signIn(page.request)
  await reset(page.request)
})

/** No automatic newsletters, and the digest is off. */
async function reset(api: APIRequestContext): Promise<void> {
  for (const { id, state } of await listOf(api)) {
    if (state === 'off') continue
    expect((await api.post(`/api/automatic-newsletters/${id}/switch-off`)).status()).toBe(200)
  }
  await deleteNewsletters(api)
  await saveDigest(api, { isOn: false, subject: 'New posts', intro: '' })
}

async function listOf(api: APIRequestContext): Promise<AutomaticNewsletter[]> {
  return (await (await api.get('/api/automatic-newsletters')).json()) as AutomaticNewsletter[]
}

async function digestOf(api: APIRequestContext): Promise<Digest> {
  return (await (await api.get('/api/digest')).json()) as Digest
}

async function saveDigest(api: APIRequestContext, changed: Partial<Digest>): Promise<void> {
  const { nextAt: _, lastNewsletter: __, ...digest } = await digestOf(api)
  expect((await api.put('/api/digest', { data: { ...digest, ...changed } })).status()).toBe(200)
}

async function isClean(page: Page): Promise<void> {
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    if (axeWidths.includes(width)) expect((await axeFor(page).analyze()).violations).toEqual([])
  }
}

const mailTo = (address: string, wanted: RegExp) =>
  newsletterSite.smtp.received.find(
    ({ envelope, subject }) => envelope.to.includes(address) && wanted.test(subject ?? ''),
  )

test('a second press does not add a second welcome email', { tag: '@gate' }, async ({ page }) => {
  await openDashboard(page, '/admin/automatic-newsletters')
  const add = page.getByRole('button', { name: 'Add a welcome email' })
  await expect(add).toBeVisible()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/automatic-newsletters', async (route) => {
    if (route.request().method() === 'GET') await held
    await route.continue()
  })
  const isCreated = page.waitForResponse((response) => response.status() === 201)
  const isListed = page.waitForRequest(
    (request) => /automatic-newsletters$/.test(request.url()) && request.method() === 'GET',
  )
  await add.click()
  await isCreated
  await isListed
  await expect(add).toBeDisabled()
  release()
  await expect(page.getByText('Welcome email', { exact: true })).toHaveCount(1)
  await page.unrouteAll({ behavior: 'wait' })
  expect(await deleteNewsletters(page.request)).toHaveLength(1)

  await test.step('newsletters and digest that cannot be loaded say so', async () => {
    await page.route('**/api/automatic-newsletters', (route) => route.fulfill({ status: 500, json: { message: 'No' } }))
    await page.route('**/api/digest', (route) => route.fulfill({ status: 500, json: { message: 'No' } }))
    await openDashboard(page, '/admin/automatic-newsletters')
    await expect(page.getByText('The automatic newsletters could not be loaded.')).toBeVisible()
    await expect(page.getByText('The digest could not be loaded.')).toBeVisible()
  })
})

test('a welcome email is written, switched on, and reaches who confirms', { tag: '@gate' }, async ({ page }) => {
  await openDashboard(page, '/admin/subscribers')
  await page.getByRole('link', { name: 'Automatic newsletters' }).click()
  await expect(page.getByText('None yet. Begin with a welcome email, or with a short series')).toBeVisible()
  await page.getByRole('button', { name: 'Add a welcome email' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Welcome email' })
  await expect(row.getByText('Off', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Switch on' }).click()
  await expect(row.getByRole('alert')).toHaveText('Please write the newsletter first.')
  await isClean(page)

  const [newsletter] = (await listOf(page.request)) as [AutomaticNewsletter]
  await expect(row.getByRole('link', { name: 'Edit text' })).toHaveAttribute(
    'href',
    `/admin/newsletters/${newsletter.id}`,
  )
  const origin = `http://localhost:${newsletterSite.port}`
  const data = { title: 'Welcome to my blog', content: '<p>Good to have you here.</p>' }
  await page.request.put(`/api/posts/${newsletter.id}/draft`, { data, headers: { origin } })
  await page.reload()
  await row.getByRole('button', { name: 'Switch on' }).click()
  await expect(row.getByText('On', { exact: true })).toBeVisible()

  await page.request.post('/api/subscribers', { data: { email: 'ada@mail.example' }, headers: { origin } })
  await expect.poll(() => mailTo('ada@mail.example', /confirm/)?.subject).toBeDefined()
  const [link] = /http:\S+\/newsletter\/confirm\S+/.exec(mailTo('ada@mail.example', /confirm/)!.text!)!
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm my subscription' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are on the list')
  await expect
    .poll(() => mailTo('ada@mail.example', /^Welcome/)?.subject, { timeout: 20_000 })
    .toBe('Welcome to my blog')
  await openDashboard(page, '/admin/automatic-newsletters')
  await expect(row.getByText('1 got it, 0 waiting.')).toBeVisible()

  await test.step('its numbers, and those in doubt, who get it again only by the owner', async () => {
    const db = new BetterSqlite(path.join(newsletterSite.site.dataDir, 'dewlight.db'))
    db.prepare(`update newsletter_recipients set state = 'in-doubt' where newsletter_id = ?`).run(newsletter.id)
    db.close()
    await openDashboard(page, '/admin/automatic-newsletters')
    await expect(page.getByText('0 got it, 0 waiting, 1 in doubt.')).toBeVisible()
    await page.getByRole('group', { name: 'Welcome email' }).getByRole('link', { name: 'Preview' }).click()
    await expect(page.getByText('0 got it, 0 waiting, 1 in doubt.')).toBeVisible()
    const numberOf = (label: string) => page.locator('dl div').filter({ has: page.getByText(label, { exact: true }) })
    await expect(numberOf('In doubt')).toContainText('1')
    await expect(page.getByText(/^Clicks on its links are not counted\./)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel sending' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Plain text' }).click()
    await isClean(page)
    await page.getByRole('button', { name: 'Send again to those in doubt' }).click()
    const question = page.getByRole('alertdialog', { name: 'Send it again?' })
    await expect(question).toContainText('1 subscriber')
    await question.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByText('1 got it, 0 waiting.')).toBeVisible({ timeout: 20_000 })
    await expect(numberOf('Accepted')).toContainText('1')
    await expect(page.getByRole('button', { name: 'Send again to those in doubt' })).toHaveCount(0)
  })
})

test('a newsletter of the series gets a day, which can be changed, and is deleted with an undo', {
  tag: '@gate',
}, async ({ page }) => {
  await openDashboard(page, '/admin/automatic-newsletters')
  await page.getByRole('button', { name: 'Add a newsletter by day' }).click()
  await page.getByLabel('Days after the confirmation').fill('0')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Please enter at least 1 day')).toBeVisible()
  await expect(page.getByLabel('Days after the confirmation')).toBeFocused()
  await page.getByLabel('Days after the confirmation').fill('3')
  await page.route('**/api/automatic-newsletters', (route) => route.fulfill({ status: 500, json: { message: 'No' } }), {
    times: 2,
  })
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('No')
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeFocused()
  await page.getByLabel('Days after the confirmation').press('Enter')
  await page.getByRole('group', { name: 'Day 3' }).getByRole('button', { name: 'Change day' }).click()
  await page.getByLabel('Days after the confirmation').fill('7')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const buttons = page.getByRole('group', { name: 'Day 7' })
  await expect(buttons).toBeVisible()
  await buttons.getByRole('button', { name: 'Delete' }).click()
  await expect(buttons).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(buttons).toBeVisible()
})

test('the digest is set up, switched on and previewed with the posts of the site', { tag: '@gate' }, async ({
  page,
}) => {
  await openDashboard(page, '/admin/automatic-newsletters')
  const form = page.getByRole('form', { name: 'Digest of new posts' })
  await expect(form.getByText('It is off.')).toBeVisible()
  await form.getByLabel('Send a digest of new posts').check()
  await form.getByLabel('How often').selectOption('Every month')
  await form.getByLabel('Day', { exact: true }).selectOption('15')
  await form.getByLabel('Hour').selectOption('8:00 AM')
  await form.getByLabel('Subject').fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Please write a subject')).toBeVisible()
  await expect(form.getByLabel('Subject')).toBeFocused()
  await form.getByLabel('Subject').fill('This month')
  await form.getByLabel('Your words above the posts').fill('A quiet month, two posts.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText(/The next one is due on .* 15, .* at 8:00\sAM\./)).toBeVisible()
  await isClean(page)
  await page.reload()
  await expect(form.getByLabel('Subject')).toHaveValue('This month')

  const origin = `http://localhost:${newsletterSite.port}`
  const [{ coverImage }] = (await (await page.request.get('/api/posts')).json()) as [{ coverImage: string }]
  const content = '<p>Wash your face with lukewarm water, gently, and pat it dry with a clean towel.</p>'
  const post = { title: 'A brand new post', slug: 'a-brand-new-post', excerpt: 'Something short and new.', content }
  const publishedAt = new Date(Date.now() - 60_000).toISOString()
  const created = await page.request.post('/api/posts', {
    data: { ...post, coverImage, imageAlt: 'A jar', keywords: '', categoryId: null, publishedAt },
    headers: { origin },
  })
  expect(created.status(), await created.text()).toBe(201)
  await form.getByRole('button', { name: 'Preview the next digest' }).click()
  const dialog = page.getByRole('dialog', { name: 'The next digest' })
  await expect(dialog.getByText('This month')).toBeVisible()
  const mail = dialog.frameLocator('iframe[title="The newsletter"]')
  await expect(mail.getByRole('heading', { name: 'A brand new post' })).toBeVisible()
  await expect(mail.getByText('A quiet month, two posts.')).toBeVisible()
  const frame = dialog.locator('iframe[title="The newsletter"]')
  const widthOf = () => frame.evaluate((element) => (element as HTMLElement).style.width)
  await dialog.getByRole('button', { name: 'Phone' }).click()
  expect(await widthOf()).toBe('360px')
  await dialog.getByRole('button', { name: 'Desktop' }).click()
  expect(await widthOf()).toBe('640px')
  const background = () => mail.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
  const light = await background()
  await dialog.getByRole('button', { name: 'Dark' }).click()
  await expect.poll(background).not.toBe(light)
  await dialog.getByLabel('Show it as a subscriber gets it').fill('ito')
  await dialog.getByRole('button', { name: 'hana.ito@mail.example' }).click()
  await expect(dialog.getByText('As hana.ito@mail.example gets it.')).toBeVisible()
  await expect(mail.getByText('hana.ito@mail.example')).toBeVisible()
  await dialog.getByRole('button', { name: 'Plain text' }).click()
  await expect(dialog.getByRole('region', { name: 'Plain text' })).toContainText('A brand new post')
  // axe cannot run in the frame of a mail, which allows no scripts.
  await isClean(page)
})

test('a newsletter of the series is switched on only with the settings that are typed', { tag: '@gate' }, async ({
  page,
}) => {
  const created = await page.request.post('/api/automatic-newsletters', { data: { kind: 'series', delayDays: 7 } })
  const { id } = (await created.json()) as AutomaticNewsletter
  await openDashboard(page, `/admin/newsletters/${id}?view=send`)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**/api/newsletters/${id}`, async (route) => {
    if (route.request().method() === 'PUT') await held
    await route.continue()
  })
  const button = page.getByRole('button', { name: 'Switch on' })
  await expect(button).toBeEnabled()
  await page.getByLabel('Sender name').fill('Nora in person')
  await expect(button).toBeDisabled()
  release()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(button).toBeEnabled()
  await page.unrouteAll({ behavior: 'wait' })

  await page.route(`**/api/newsletters/${id}`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: { message: 'No' } }) : route.continue(),
  )
  await page.getByLabel('Sender name').fill('Nobody')
  const reason = 'The settings are not saved. Please see the message above them.'
  await expect(page.getByText(reason)).toBeVisible()
  await expect(button).toBeDisabled()
  await expect(button).toHaveAccessibleDescription(reason)
  await isClean(page)
})

test('a digest that another window saved is shown, unless something is typed', { tag: '@gate' }, async ({ page }) => {
  const digest = await digestOf(page.request)
  await openDashboard(page, '/admin/automatic-newsletters')
  const form = page.getByRole('form', { name: 'Digest of new posts' })
  await expect(form.getByLabel('Subject')).toHaveValue(digest.subject)
  const save = (subject: string) => saveDigest(page.request, { subject })
  // Any write reads everything again.
  const write = async (day: string) => {
    await page.getByRole('button', { name: 'Add a newsletter by day' }).click()
    await page.getByLabel('Days after the confirmation').fill(day)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('group', { name: `Day ${day}` })).toBeVisible()
  }
  await save('From another window')
  await write('20')
  await expect(form.getByLabel('Subject')).toHaveValue('From another window')
  await form.getByLabel('Subject').fill('Typed here')
  await save('From another window again')
  await write('21')
  await expect(form.getByLabel('Subject')).toHaveValue('Typed here')
  await form.getByLabel('Subject').fill('From another window')
  await expect(form.getByLabel('Subject')).toHaveValue('From another window again')
  await form.getByLabel('Subject').fill('Typed here')
  await save('A third time')
  await write('22')
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await expect.poll(async () => (await digestOf(page.request)).subject).toBe('Typed here')
  await expect(form.getByRole('button', { name: 'Save' })).toBeFocused()
  await expect(form.getByLabel('Subject')).toHaveValue('Typed here')

  await test.step('leaving the digest with unsaved changes is confirmed', async () => {
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    const others = page.getByRole('link', { name: 'All newsletters' })
    await form.getByLabel('Subject').fill('  New on the blog ')
    await others.click()
    await expect(question.getByText('Your changes of the digest are not saved yet. They will be lost.')).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByLabel('Subject')).toHaveValue('New on the blog')
    expect((await digestOf(page.request)).subject).toBe('New on the blog')
    await others.click()
    await expect(page).toHaveURL('/admin/newsletters')
    await expect(question).toHaveCount(0)
  })
})
