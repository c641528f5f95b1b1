import path from 'node:path'
import type { Page, Route } from '@playwright/test'
import BetterSqlite from 'better-sqlite3'
import type {
  Newsletter,
  NewsletterEstimate,
  NewsletterInput,
  NewsletterLimits,
} from '../../src/contract/audience/newsletters.ts'
import { deleteNewsletters, openNewsletterSite } from './newsletter-site.ts'
import { openDashboard, signIn } from './owner.ts'
import { statusOf } from './post-fixtures.ts'
import { expectCleanScreen } from './screen-checks.ts'
import { expect, test } from './site-test.ts'

const newsletterSite = openNewsletterSite(187, { isWithoutNewsletters: true })

// One site for all tests: one worker runs them in their order, each with a newsletter of its own.
test.describe.configure({ mode: 'default', timeout: 90_000 })
test.use({
  // The mail of the preview is in a frame where not even the tools of the browser run scripts.
  // A conflict is a test of its own.
  expectedProblems: /^Blocked script execution in 'about:srcdoc'|409/,
})

async function openNewsletters(page: Page, path = ''): Promise<void> {
  await signIn(page.request)
  await openDashboard(page, `/admin/newsletters${path}`)
}

const isClean = (page: Page) => expectCleanScreen(page, { height: 900, exclude: 'iframe' })

const words = 'Start with a mild one, and use two fingers of it.'
/** Three digits, so that no subject is a part of another one. */
let count = 100

/** Signs in and creates the draft of a newsletter. */
async function createNewsletter(page: Page, over: object = {}): Promise<{ id: number; subject: string }> {
  await signIn(page.request)
  const subject = `Sunscreen for beginners ${++count}`
  const data = {
    kind: 'newsletter',
    title: subject,
    slug: '',
    excerpt: 'How much is enough',
    content: `<p>${words}</p>`,
    coverImage: '',
    imageAlt: '',
    isPinOptimized: false,
    pinText: null,
    metaTitle: null,
    metaDescription: null,
    keywords: '',
    categoryId: null,
    isFeatured: false,
    publishedAt: null,
    ...over,
  }
  const response = await page.request.post('/api/posts/drafts', { data })
  expect(response.status(), await response.text()).toBe(201)
  return { id: ((await response.json()) as { id: number }).id, subject }
}

/** Signs in, creates a newsletter and opens its review. */
async function openReview(page: Page): Promise<{ id: number; subject: string }> {
  const created = await createNewsletter(page)
  await openDashboard(page, `/admin/newsletters/${created.id}?view=send`)
  return created
}

async function read(page: Page, id: number): Promise<Newsletter> {
  return (await (await page.request.get(`/api/newsletters/${id}`)).json()) as Newsletter
}

/** Saves settings like another window. */
async function change(page: Page, id: number, over: Partial<NewsletterInput>): Promise<void> {
  const { senderName, audience, hasPage, isIndexable, intro, version } = await read(page, id)
  const response = await page.request.put(`/api/newsletters/${id}`, {
    data: { senderName, audience, hasPage, isIndexable, intro, ...over },
    headers: { 'if-match': `"${version}"` },
  })
  expect(response.status(), await response.text()).toBe(200)
}

async function createFromPost(page: Page): Promise<number> {
  const [post] = (await (await page.request.get('/api/posts?limit=1')).json()) as [{ id: number }]
  const created = await page.request.post('/api/newsletters', { data: { postId: post.id, form: 'excerpt' } })
  return ((await created.json()) as Newsletter).id
}

async function findReader(page: Page, status: 'active' | 'unsubscribed'): Promise<string> {
  const found = await page.request.get(`/api/subscribers?status=${status}&limit=1`)
  const [{ email }] = (await found.json()) as [{ email: string }]
  return email
}

async function readLimits(page: Page): Promise<NewsletterLimits> {
  return (await (await page.request.get('/api/newsletter-limits')).json()) as NewsletterLimits
}

async function saveLimits(page: Page, data: NewsletterLimits): Promise<void> {
  expect((await page.request.put('/api/newsletter-limits', { data })).status()).toBe(200)
}

/** Holds the matching requests until the returned function is called. */
async function hold(page: Page, path: string, respond = (route: Route) => route.continue()): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await promise
    await respond(route)
  })
  return resolve
}

/** Who got the mails with a subject; sign-ins send mails as well. */
const recipientsOf = (subjectLine: string) =>
  newsletterSite.smtp.received.filter((mail) => mail.subject === subjectLine).flatMap(({ envelope }) => envelope.to)

test('without name and postal address the review says so, and takes both in place', async ({ page }) => {
  await openReview(page)
  const change = (data: object) => page.request.put('/api/settings', { data })
  expect((await change({ ownerName: '', postalAddress: '' })).status()).toBe(200)
  await page.reload()
  const bar = page.getByRole('region', { name: 'Send' })
  await expect(bar.getByText('Please enter your name and postal address first')).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Send now' })).toHaveAttribute('aria-disabled', 'true')
  await bar.getByRole('button', { name: 'Enter name and address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who sends the newsletter' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Please enter your name', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Your name or that of your business')).toBeFocused()
  await isClean(page)
  await dialog.getByLabel('Your name or that of your business').fill('Nora Ellery')
  await dialog.getByLabel('Postal address').fill('PO Box 1204\nPortland, ME 04104')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(bar.getByRole('button', { name: 'Send now' })).toHaveAttribute('aria-disabled', 'false')
})

test('without newsletters, the tab explains where they come from', { tag: '@gate' }, async ({ page }) => {
  await signIn(page.request)
  await deleteNewsletters(page.request)
  await openDashboard(page, '/admin/newsletters')
  await expect(page.getByText('No newsletters yet. Write one, or choose “Send as newsletter”')).toBeVisible()
  await isClean(page)
})

test('a newsletter is written with subject and preview text, and is there after a reload', { tag: '@gate' }, async ({
  page,
}) => {
  const subject = `Sunscreen for beginners ${++count}`
  await openNewsletters(page)
  await page.getByRole('link', { name: 'New newsletter' }).click()
  const field = page.getByRole('textbox', { name: 'Subject' })
  await expect(field).toHaveAccessibleDescription(/\{\{name\|friend\}\} becomes ‘friend’/)
  const review = page.getByRole('button', { name: 'Review and send' })
  await expect(review).toBeDisabled()
  await expect(review).toHaveAccessibleDescription('A new newsletter. Write something first to review and send it')
  await expect(page.getByText('Write something first to review and send it')).toBeVisible()
  await field.fill(subject)
  await expect(page).toHaveURL(/\/admin\/newsletters\/\d+$/)
  await expect(review).toBeEnabled()
  await page.getByRole('textbox', { name: 'Content' }).click()
  await page.keyboard.type(words)
  await expect(page.getByText('Sends nothing')).toBeVisible()
  if (await page.getByLabel('Preview text').isHidden()) await page.getByRole('button', { name: 'Details' }).click()
  await page.getByLabel('Preview text').fill('How much is enough')
  await expect(page.getByLabel('Category')).toHaveCount(0)
  await expect(page.getByLabel('Publish date')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save draft' }).click()
  const id = Number(page.url().split('/').at(-1))
  await expect.poll(async () => (await read(page, id)).subject).toBe(subject)
  await expect(statusOf(page)).toHaveText('All changes saved')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue(subject)
  await expect(page.getByRole('textbox', { name: 'Content' })).toContainText('two fingers')
  await isClean(page)
})

test('the review shows the mail, saves who gets it, and says what stands in the way', { tag: '@gate' }, async ({
  page,
}) => {
  const { id, subject } = await createNewsletter(page)
  await openDashboard(page, '/admin/newsletters')
  await page.getByRole('link', { name: subject }).click()
  await page.getByRole('button', { name: 'Review and send' }).click()
  await expect(page.getByRole('heading', { name: 'Review and send' })).toBeVisible()
  const mail = page.frameLocator('iframe[title="The newsletter"]')
  await expect(mail.getByText('two fingers')).toBeVisible()
  await expect(page.getByText('How much is enough')).toBeVisible()
  // The styles of the mail are applied in spite of the content security policy.
  const colours = () => mail.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
  const light = await colours()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect.poll(colours).not.toBe(light)
  await page.getByRole('button', { name: 'Plain text' }).click()
  await expect(page.locator('pre')).toContainText('two fingers')
  expect(await page.locator('pre').evaluate((text) => getComputedStyle(text).whiteSpace)).toBe('pre')
  await page.getByRole('button', { name: 'Desktop' }).click()

  await page.getByLabel('Sender name').fill('Nora of Dewlight')
  await expect.poll(async () => (await read(page, id)).senderName).toBe('Nora of Dewlight')
  await page.getByLabel('Only those who meet every condition').check()
  await expect(page.getByText('No condition is chosen yet, so all active subscribers get it.')).toBeVisible()
  await page.getByLabel('Signed up until').fill('2001-01-01')
  await expect(page.getByText('0 subscribers')).toBeVisible()
  const blocked = page.getByText('Nobody would get it: no active subscriber is in the audience.')
  await expect(blocked.first()).toBeVisible()
  await expect(page.getByText('It cannot be sent yet:')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send now' })).toBeDisabled()
  await page.getByLabel('Signed up from').fill('2002-01-01')
  await expect(page.getByText('Please choose a last day that is not before the first')).toBeVisible()
  await page.getByLabel('All active subscribers').check()
  await expect(blocked).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Send now' })).toBeEnabled()
  await isClean(page)

  await test.step('the preview shows the newsletter as a subscriber gets it, and a test goes to the owner alone', async () => {
    const reader = await findReader(page, 'active')
    const search = page.getByRole('searchbox', { name: 'Show it as a subscriber gets it' })
    await search.fill(reader)
    await page.getByRole('button', { name: reader }).click()
    await expect(page.getByText(`As ${reader} gets it.`)).toBeVisible()
    await test.step('the focus stays where the pressed button was', async () => {
      await expect(page.getByRole('button', { name: 'As you get it' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(search).toBeFocused()
    })
    await page.getByRole('button', { name: 'Send a test to me' }).click()
    await expect.poll(() => recipientsOf(`Test: ${subject}`)).toEqual(['hello@dewlight.example'])
  })
})

test('what the review finds leads to the field in which it is put in order', async ({ page }) => {
  const { id } = await createNewsletter(page, { excerpt: '', content: '<p>Hello {{nam}}</p>' })
  const found = page.getByRole('list', { name: 'Checklist' }).getByRole('listitem')
  for (const [check, words, field] of [
    ['Subject', 'Edit the subject', 'Subject'],
    ['Merge fields', 'Edit the text', 'Content'],
  ] as const) {
    await openDashboard(page, `/admin/newsletters/${id}?view=send`)
    await found.filter({ hasText: check }).getByRole('link', { name: words }).click()
    await expect(page.getByRole('textbox', { name: field, exact: true })).toBeFocused()
  }
})

test('settings of another window are not overwritten', { tag: '@gate' }, async ({ page }) => {
  const { id } = await createNewsletter(page)
  await change(page, id, { senderName: 'Nora of Dewlight' })
  await openDashboard(page, `/admin/newsletters/${id}?view=send`)
  await expect(page.getByLabel('Sender name')).toHaveValue('Nora of Dewlight')
  await change(page, id, { senderName: 'Another window' })
  await page.getByLabel('Sender name').fill('This window')
  await expect(page.getByText('The settings were changed in another window.')).toBeVisible()
  await page.getByRole('button', { name: 'Show the others' }).click()
  await expect(page.getByLabel('Sender name')).toHaveValue('Another window')
})

test('conditions of another window stay when one is added to them', async ({ page }) => {
  const { id } = await openReview(page)
  const { audience } = await read(page, id)
  await page.getByLabel('Only those who meet every condition').check()
  await expect.poll(async () => (await read(page, id)).audience).toEqual({ kind: 'segment' })
  await change(page, id, { audience: { kind: 'segment', sources: ['home'] } })
  await page.getByLabel('Sender name').fill('This window')
  await page.getByRole('button', { name: 'Show the others' }).click()
  await expect(page.getByLabel('Home page')).toBeChecked()
  await page.getByLabel('Signed up from').fill('2001-01-01')
  const both = { kind: 'segment', sources: ['home'], signedUpFrom: '2001-01-01' }
  await expect.poll(async () => (await read(page, id)).audience).toEqual(both)
  await page.getByLabel('All active subscribers').check()
  await expect.poll(async () => (await read(page, id)).audience).toEqual(audience)
})

test('the preview has its styles before its pictures are there', async ({ page }) => {
  await openNewsletters(page)
  const id = await createFromPost(page)
  const release = await hold(page, '**/media/**')
  await page.goto(`/admin/newsletters/${id}?view=send`)
  const heading = page.frameLocator('iframe[title="The newsletter"]').locator('h1')
  await expect(heading).toHaveAttribute('style', /font-size/)
  release()
  await page.unrouteAll({ behavior: 'wait' })
})

test('a newsletter is scheduled in the time zone of the site, moved to another time, and taken off the schedule', {
  tag: '@gate',
}, async ({ page }) => {
  const { id, subject } = await openReview(page)
  const bar = page.getByRole('region', { name: 'Send', exact: true })
  await page.getByRole('button', { name: 'Schedule' }).click()
  await page.getByLabel('Date').fill('2001-05-05')
  await expect(page.getByText('Please choose a time in the future')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Schedule' })).toBeDisabled()
  await page.getByLabel('Date').fill('2099-05-05')
  await page.getByLabel('Time').fill('07:30')
  await page.getByRole('button', { name: 'Schedule' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Schedule this newsletter?' })
  await expect(dialog).toContainText('May 5, 2099 at 7:30 AM')
  await expect(dialog).toContainText(/\d+ subscribers?/)
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(bar).toContainText('It is sent by itself on May 5, 2099 at 7:30 AM')
  await expect(bar).toBeFocused()
  await isClean(page)
  await page.goto(`/admin/newsletters/${id}`)
  await expect(page.getByText('This newsletter is sent on May 5, 2099 at 7:30 AM')).toBeVisible()
  await page.goto('/admin/newsletters?state=scheduled')
  await expect(page.getByRole('row').filter({ hasText: subject })).toContainText(/for May 5, 2099, 7:30\sAM/)
  await isClean(page)
  await page.getByRole('link', { name: subject }).click()
  await bar.getByRole('button', { name: 'Change the time' }).click()
  await expect(bar).toBeFocused()
  await expect(bar.getByLabel('Time')).toHaveValue('07:30')
  await bar.getByLabel('Time').fill('08:15')
  await bar.getByRole('button', { name: 'Keep the time' }).click()
  await expect(bar).toContainText('May 5, 2099 at 7:30 AM')
  await bar.getByRole('button', { name: 'Change the time' }).click()
  await bar.getByLabel('Date').fill('2099-06-07')
  await bar.getByLabel('Time').fill('08:15')
  await isClean(page)
  await bar.getByRole('button', { name: 'Schedule' }).click()
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(bar).toContainText('It is sent by itself on June 7, 2099 at 8:15 AM')
  await bar.getByRole('button', { name: 'Take it off the schedule' }).click()
  await expect(bar.getByRole('button', { name: 'Send now' })).toBeVisible()
  await expect(bar).toBeFocused()
})

test('a newsletter is sent after a confirmation that says to how many, and its numbers add up', {
  tag: '@gate',
}, async ({ page }) => {
  const { id, subject } = await openReview(page)
  const limits = await readLimits(page)
  await saveLimits(page, { ...limits, perSecond: 100 })
  await page.getByRole('button', { name: 'Send now' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Send this newsletter now?' })
  await expect(dialog.getByText(/^\d+ subscribers?$/)).toBeVisible()
  const number = Number(/\d+/.exec((await dialog.getByText(/^\d+ subscribers?$/).textContent())!)![0])
  expect(number).toBeGreaterThan(0)
  await dialog.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByRole('heading', { name: 'Numbers', level: 2 })).toBeFocused()
  // One subscriber of the demo is suppressed.
  await expect(page.getByText(`${number + 1} of ${number + 1} recipients are done.`)).toBeVisible({ timeout: 20_000 })
  expect(recipientsOf(subject)).toHaveLength(number)
  expect(new Set(recipientsOf(subject)).size).toBe(number)
  await expect(page.getByText(/^Clicks on its links were not counted\. To count those of the next/)).toBeVisible()
  const table = page.getByRole('table', { name: 'Recipients', exact: true }).last()
  await expect(table.getByText('Waiting')).toHaveCount(0)
  await page.getByLabel('State').selectOption('accepted')
  await expect(table.getByRole('row').filter({ hasText: 'Accepted' }).first()).toBeVisible()
  await page.getByLabel('What came back').selectOption('bounced')
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await isClean(page)

  await test.step('what was sent is shown as somebody got it who has left since', async () => {
    const left = await findReader(page, 'unsubscribed')
    await page.getByRole('button', { name: 'What was sent' }).click()
    const sent = page.getByRole('dialog', { name: 'What was sent' })
    await sent.getByLabel('Show it as a subscriber got it').fill(left)
    await sent.getByRole('button', { name: left }).click()
    await expect(sent.getByText(`As ${left} got it.`)).toBeVisible()
  })

  await test.step('the text of a newsletter that was sent says that changes reach no one, and is duplicated', async () => {
    await page.goto(`/admin/newsletters/${id}`)
    await expect(page.getByText(/^This newsletter was sent on .*; changes do not reach anybody\.$/)).toBeVisible()
    await isClean(page)
    await page.getByRole('region', { name: 'Sending' }).getByRole('button', { name: 'Duplicate' }).click()
    await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue(`${subject} (copy)`)
  })
  await saveLimits(page, limits)
})

test('a newsletter is deleted from the list, which can be undone', { tag: '@gate' }, async ({ page }) => {
  const { id, subject } = await createNewsletter(page)
  await openDashboard(page, '/admin/newsletters')
  const row = page.getByRole('row').filter({ hasText: subject })
  await row.getByRole('button', { name: `Actions for ${subject}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()

  await test.step('a deleted newsletter lies in the trash, and comes back from there', async () => {
    expect((await page.request.delete(`/api/newsletters/${id}`)).status()).toBe(200)
    await page.getByRole('link', { name: 'Trash' }).click()
    await expect(page.getByRole('heading', { name: 'Trash' })).toBeVisible()
    await expect(page.getByLabel('Kind')).toHaveValue('newsletter')
    await expect(row).toBeVisible()
    await isClean(page)
    const actions = row.getByRole('button', { name: `Actions for ${subject}` })
    await actions.click()
    await page.getByRole('menuitem', { name: 'Delete for good' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('the recipients and numbers of those that were sent are gone afterwards.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await actions.click()
    await page.getByRole('menuitem', { name: 'Restore' }).click()
    await expect(row).toHaveCount(0)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(page).toHaveURL(`/admin/newsletters/${id}`)
    await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue(subject)
  })
})

test('a post becomes the draft of a newsletter, with words above it', { tag: '@gate' }, async ({ page }) => {
  await signIn(page.request)
  await openDashboard(page, '/admin/posts')
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Send as newsletter' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send as newsletter' })
  await dialog.getByLabel('The excerpt with a link').check()
  await isClean(page)
  await dialog.getByRole('button', { name: 'Create the newsletter' }).click()
  await expect(page).toHaveURL(/\/admin\/newsletters\/\d+/)
  await page.getByRole('button', { name: 'Review and send' }).click()
  const buttons = page.getByRole('region', { name: 'Send', exact: true })
  await expect(buttons.getByRole('button', { name: 'Send now' })).toBeVisible()
  const toasts = page.getByRole('region', { name: /^Notifications/ }).getByRole('list')
  await expect
    .poll(async () => {
      const [{ y, height }, bar] = [(await toasts.boundingBox())!, (await buttons.boundingBox())!]
      return Math.abs(y + height - bar.y)
    })
    .toBeLessThan(1)
  await page.getByLabel('Your words above the post').fill('Dear all, this one took me a month.')
  await expect(page.frameLocator('iframe[title="The newsletter"]').getByText('this one took me a month')).toBeVisible()
  await isClean(page)
})

test('settings typed just before another view is opened are saved', { tag: '@gate' }, async ({ page }) => {
  const { id } = await openReview(page)
  await page.getByLabel('Sender name').fill('Typed and left')
  await page.getByRole('link', { name: 'Edit text' }).click()
  await expect(page.getByRole('textbox', { name: 'Subject' })).toBeVisible()
  await expect.poll(async () => (await read(page, id)).senderName).toBe('Typed and left')

  await page.getByRole('button', { name: 'Review and send' }).click()
  await expect(page.getByLabel('Sender name')).toHaveValue('Typed and left')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/api/newsletters/${id}`, async (route) => {
    if (route.request().method() === 'PUT') await held
    await route.continue()
  })
  const isSending = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByLabel('Sender name').fill('First')
  await isSending
  await page.getByLabel('Sender name').fill('First and second')
  await page.getByRole('link', { name: 'All newsletters' }).click()
  await expect(page).toHaveURL('/admin/newsletters')
  release()
  await expect.poll(async () => (await read(page, id)).senderName).toBe('First and second')
  await page.unrouteAll({ behavior: 'wait' })
})

test('a space at the end of a setting stays while it is saved, since the next word may follow', async ({ page }) => {
  const { id } = await openReview(page)
  const { senderName } = await read(page, id)
  const sender = page.getByLabel('Sender name')
  await sender.fill('Nora ')
  await expect.poll(async () => (await read(page, id)).senderName).toBe('Nora')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await sender.pressSequentially('Ellery')
  await expect(sender).toHaveValue('Nora Ellery')
  await expect.poll(async () => (await read(page, id)).senderName).toBe('Nora Ellery')
  await sender.fill(senderName)
  await expect.poll(async () => (await read(page, id)).senderName).toBe(senderName)
})

test('settings that cannot be saved are not lost by a wrong click', async ({ page }) => {
  const { id } = await openReview(page)
  await page.getByLabel('Only those who meet every condition').check()
  await page.getByLabel('Signed up from').fill('2002-01-01')
  await page.getByLabel('Signed up until').fill('2001-01-01')
  await expect(page.getByText('Please choose a last day that is not before the first')).toBeVisible()
  const reason = 'The settings are not saved. Please correct them first.'
  await expect(page.getByText(reason)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send now' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Send now' })).toHaveAccessibleDescription(reason)
  await page.getByRole('link', { name: 'Edit text' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question).toContainText('Your changes of the settings are not saved yet. They will be lost.')
  await isClean(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Signed up until')).toHaveValue('2001-01-01')
  await page.getByRole('link', { name: 'All newsletters' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/admin/newsletters')

  await page.goto(`/admin/newsletters/${id}?view=send`)
  await page.route(`**/api/newsletters/${id}`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 409, json: { message: 'No' } }) : route.continue(),
  )
  await page.getByLabel('Sender name').fill('Refused')
  await expect(page.getByText('Not saved: No')).toBeVisible()
  await page.getByRole('link', { name: 'Edit text' }).click()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(async () => (await read(page, id)).senderName).toBe('Refused')
})

test('the limits of sending say how long a large newsletter takes', { tag: '@gate' }, async ({ page }) => {
  await signIn(page.request)
  const limits = await readLimits(page)
  await openDashboard(page, '/admin/settings/mail')
  const form = page.getByRole('form', { name: 'Limits of sending newsletters' })
  await form.getByLabel('Per day').fill('2000')
  await expect(form.getByText('A newsletter to 20,000 subscribers takes about 9 days.')).toBeVisible()
  await form.getByLabel('Per hour').fill('some')
  await form.getByRole('button', { name: 'Save limits' }).click()
  await expect(form.getByText('Please enter a whole number')).toBeVisible()
  await form.getByLabel('Per hour').fill('')
  await form.getByRole('button', { name: 'Save limits' }).click()
  await expect.poll(() => readLimits(page)).toMatchObject({ perHour: null, perDay: 2000 })
  await expect(form.getByRole('button', { name: 'Save limits' })).toBeFocused()
  await page.reload()
  await expect(form.getByLabel('Per day')).toHaveValue('2000')
  await expect(form.getByLabel('Per hour')).toHaveValue('')
  await isClean(page)
  await saveLimits(page, limits)
})

test('settings typed just before the newsletter is taken off the schedule are saved', async ({ page }) => {
  const { id } = await createNewsletter(page)
  await page.request.post(`/api/newsletters/${id}/send`, { data: { at: '2099-05-05T10:00:00.000Z' } })
  await openDashboard(page, `/admin/newsletters/${id}?view=send`)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByLabel('Sender name').fill('Typed and unscheduled')
  await page.getByRole('button', { name: 'Take it off the schedule' }).click()
  await expect.poll(async () => (await read(page, id)).senderName).toBe('Typed and unscheduled')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByText('The settings were changed in another window.')).toHaveCount(0)
})

test('what another window did to a newsletter is shown once it stands in the way', async ({ page }) => {
  const { id } = await createNewsletter(page)
  await page.request.post(`/api/newsletters/${id}/send`, { data: { at: '2099-05-05T10:00:00.000Z' } })
  await openDashboard(page, `/admin/newsletters/${id}?view=send`)
  await expect(page.getByRole('button', { name: 'Take it off the schedule' })).toBeVisible()
  await page.request.post(`/api/newsletters/${id}/unschedule`)
  await page.getByRole('button', { name: 'Take it off the schedule' }).click()
  await expect(page.getByText('This newsletter is not scheduled.', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send now' })).toBeVisible()
})

test('a digest that became a draft is counted with those who get nothing else', async ({ page }) => {
  const { id } = await createNewsletter(page)
  const db = new BetterSqlite(path.join(newsletterSite.site.dataDir, 'dewlight.db'))
  const setKind = (kind: string) => db.prepare('update newsletters set kind = ? where post_id = ?').run(kind, id)
  const setFrequency = (frequency: string, email: string) =>
    db.prepare('update subscribers set frequency = ? where email = ?').run(frequency, email)
  const reader = await findReader(page, 'active')
  const countOf = async () => {
    const estimate = (await (await page.request.get(`/api/newsletters/${id}/estimate`)).json()) as NewsletterEstimate
    return estimate.recipients
  }
  const all = await countOf()
  setFrequency('digest', reader)
  expect(await countOf()).toBe(all - 1)
  setKind('digest')
  await openDashboard(page, `/admin/newsletters/${id}?view=send`)
  await expect(page.getByText(`${all} subscribers, done within minutes`)).toBeVisible()
  await expect(page.getByText(`${all - 1} subscribers`)).toHaveCount(0)
  setKind('newsletter')
  setFrequency('all', reader)
  db.close()
})

test('the number of an earlier audience is not confirmed', async ({ page }) => {
  const { id } = await openReview(page)
  const question = page.getByRole('alertdialog', { name: 'Send this newsletter now?' })
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(question.getByText(/^\d+ subscribers?$/)).toBeVisible()
  await page.keyboard.press('Escape')
  const release = await hold(page, `**/api/newsletters/${id}/estimate`)
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(question.getByText('your subscribers')).toBeVisible()
  await expect(question.getByRole('button', { name: 'Send now' })).toBeDisabled()
  release()
  await expect(question.getByText(/^\d+ subscribers?$/)).toBeVisible()
  await expect(question.getByRole('button', { name: 'Send now' })).toBeEnabled()
})

test('that a newsletter cannot be sent is told after its dialog was closed', async ({ page }) => {
  const { id } = await openReview(page)
  const release = await hold(page, `**/api/newsletters/${id}/send`, (route) =>
    route.fulfill({ status: 409, json: { message: 'The mail server is away.' } }),
  )
  await page.getByRole('button', { name: 'Send now' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send now' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  release()
  await expect(page.getByText('The mail server is away.', { exact: true })).toBeVisible()
})

test('more tags than a condition takes say so', async ({ page }) => {
  await signIn(page.request)
  const readers = (await (await page.request.get('/api/subscribers?limit=2')).json()) as {
    id: number
    tags: string[]
  }[]
  const tagsFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => `topic ${first + at}`)
  for (const [at, { id }] of readers.entries())
    await page.request.put(`/api/subscribers/${id}/tags`, { data: { tags: tagsFrom(20 * at, at === 0 ? 20 : 1) } })
  const { id } = await openReview(page)
  await page.getByLabel('Only those who meet every condition').check()
  const tags = page.getByRole('group', { name: 'With any of these tags' })
  for (const tag of tagsFrom(0, 21)) await tags.getByLabel(tag, { exact: true }).check()
  await expect(tags.getByRole('alert')).toHaveText('Please choose at most 20')
  await expect(tags).toHaveAccessibleDescription('Please choose at most 20')
  await isClean(page)
  await tags.getByLabel('topic 20', { exact: true }).uncheck()
  await expect(tags.getByRole('alert')).toHaveCount(0)
  await page.getByLabel('All active subscribers').check()
  await expect.poll(async () => (await read(page, id)).audience).toEqual({ kind: 'all' })
  for (const reader of readers)
    await page.request.put(`/api/subscribers/${reader.id}/tags`, { data: { tags: reader.tags } })
})

test('what is handed over during a pause is counted without a reload, and so after a cancellation', {
  tag: '@gate',
}, async ({ page }) => {
  const { id } = await createNewsletter(page)
  let release = () => {}
  newsletterSite.smtp.beforeAcceptance = () =>
    new Promise<void>((resolve) => {
      const before = release
      release = () => {
        before()
        resolve()
      }
    })
  expect((await page.request.post(`/api/newsletters/${id}/send`, { data: { at: null } })).status()).toBe(200)
  const numbers = async () => (await read(page, id)).numbers
  await expect.poll(async () => (await numbers()).sending).toBeGreaterThan(2)
  await openDashboard(page, `/admin/newsletters/${id}?view=send`)
  await page.getByRole('button', { name: 'Pause' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Resume' })).toBeFocused()
  await expect(page.getByText(/^1 of \d+ recipients are done\.$/)).toBeVisible()
  const table = page.getByRole('table', { name: 'Recipients', exact: true }).last()
  newsletterSite.smtp.beforeAcceptance = async () => {}
  release()
  await expect(page.getByText(/^(?:[4-9]|\d\d+) of \d+ recipients are done\.$/)).toBeVisible()
  await expect(table.getByText('Being sent')).toHaveCount(0)
  const question = page.getByRole('alertdialog', { name: 'Cancel this newsletter?' })
  const cancel = page.getByRole('button', { name: 'Cancel sending' })
  const confirm = question.getByRole('button', { name: 'Cancel the newsletter' })
  const answer = await hold(page, `**/api/newsletters/${id}/cancel`, (route) =>
    route.fulfill({ status: 409, json: { message: 'The database is busy.' } }),
  )
  await cancel.click()
  await confirm.click()
  await page.keyboard.press('Escape')
  await cancel.click()
  await expect(confirm).toBeDisabled()
  answer()
  await expect(page.getByText('The database is busy.', { exact: true })).toBeVisible()
  await expect(question.getByRole('alert')).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })
  await confirm.click()
  await expect.poll(async () => (await read(page, id)).state).toBe('cancelled')
  await expect(page.getByRole('button', { name: 'Cancel sending' })).toHaveCount(0)
  await expect(page.locator('#main')).toBeFocused()
})

test('that another window sent a newsletter is told, though its dialog has no place any more', async ({ page }) => {
  await openNewsletters(page)
  const id = await createFromPost(page)
  await page.goto(`/admin/newsletters/${id}?view=send`)
  await page.getByRole('button', { name: 'Send now' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Send this newsletter now?' })
  await expect(dialog.getByText(/^\d+ subscribers?$/)).toBeVisible()
  expect((await page.request.post(`/api/newsletters/${id}/send`, { data: { at: null } })).status()).toBe(200)
  await dialog.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('That did not work', { exact: true })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Numbers', level: 2 })).toBeFocused()
})

test.describe('without the tags', () => {
  test.use({ expectedProblems: /^Blocked script execution|500/ })

  test('tags that cannot be loaded say so among the conditions', async ({ page }) => {
    await openNewsletters(page)
    const id = await createFromPost(page)
    await page.route('**/api/subscribers/tags', (route) => route.fulfill({ status: 500, json: { message: 'No' } }))
    await page.goto(`/admin/newsletters/${id}?view=send`)
    await page.getByLabel('Only those who meet every condition').check()
    await expect(page.getByText('The tags could not be loaded.')).toBeVisible()
  })
})

test('limits that another window saved leave alone what is typed', async ({ page }) => {
  await signIn(page.request)
  const limits = await readLimits(page)
  await saveLimits(page, { ...limits, perHour: null, perDay: 2000 })
  await openDashboard(page, '/admin/settings/mail')
  const form = page.getByRole('form', { name: 'Limits of sending newsletters' })
  await expect(form.getByLabel('Per day')).toHaveValue('2000')
  await form.getByLabel('Per day').fill('3000')
  const data = { perSecond: 5, perHour: 700, perDay: 2000 }
  await saveLimits(page, data)
  // Any write reads everything again.
  await page.getByRole('button', { name: 'Send a test mail' }).click()
  await expect(form.getByLabel('Per hour')).toHaveValue('700')
  await expect(form.getByLabel('Per day')).toHaveValue('3000')
  await form.getByRole('button', { name: 'Save limits' }).click()
  await expect.poll(() => readLimits(page)).toEqual({ ...data, perDay: 3000 })
  // Text saved here does not count as edited.
  await saveLimits(page, { ...data, perHour: null })
  await page.getByRole('button', { name: 'Send a test mail' }).click()
  await expect(form.getByLabel('Per day')).toHaveValue('2000')
  await expect(form.getByLabel('Per hour')).toHaveValue('')
  await saveLimits(page, limits)
})
