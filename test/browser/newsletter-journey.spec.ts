import path from 'node:path'
import type { Page } from '@playwright/test'
import BetterSqlite from 'better-sqlite3'
import type { EditableSettings } from '../../src/contract/accounts/settings.ts'
import type { MailHook } from '../../src/contract/audience/mail-hooks.ts'
import type { NewsletterClicks } from '../../src/contract/audience/newsletter-clicks.ts'
import type { Newsletter } from '../../src/contract/audience/newsletters.ts'
import { brevoEvent } from '../mail-hook-payloads.ts'
import type { ReceivedMail } from '../smtp-server.ts'
import { axeFor } from './axe.ts'
import { openNewsletterSite } from './newsletter-site.ts'
import { openDashboard, signIn } from './owner.ts'
import { expect, test } from './site-test.ts'

const newsletterSite = openNewsletterSite(191)

test.use({ expectedProblems: /^Blocked script execution in 'about:srcdoc'/ })

async function timeZoneOf(page: Page): Promise<string> {
  const { settings } = (await (await page.request.get('/api/settings')).json()) as EditableSettings
  return settings.timeZone
}

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Safari/537.36'

/** Makes deliveries and clicks of a newsletter as old as if the half hour after them were over. */
function letTimePass(): void {
  const db = new BetterSqlite(path.join(newsletterSite.site.dataDir, 'dewlight.db'))
  const earlier = (column: string) => `${column} = strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '-30 minutes')`
  db.exec(`update newsletter_recipients set ${earlier('settled_at')} where settled_at is not null`)
  db.exec(`update newsletter_click_requests set ${earlier('at')}`)
  db.close()
}

test('from a post to a newsletter: tested, scheduled and sent; one bounces at once and one later, one person clicks, one unsubscribes, and the numbers say so', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await signIn(page.request)
  await openDashboard(page, '/admin/posts')
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Send as newsletter' }).click()
  await page
    .getByRole('dialog', { name: 'Send as newsletter' })
    .getByRole('button', { name: 'Create the newsletter' })
    .click()
  await page.getByRole('button', { name: 'Review and send' }).click()
  await expect(page.frameLocator('iframe[title="The newsletter"]').getByText('Unsubscribe')).toBeVisible()

  await page.getByLabel('Count clicks on its links').check()
  const id = Number(/newsletters\/(\d+)/.exec(page.url())![1])
  const newsletter = async () => (await (await page.request.get(`/api/newsletters/${id}`)).json()) as Newsletter
  await expect.poll(async () => (await newsletter()).countsClicks).toBe(true)

  await page.getByRole('button', { name: 'Send a test to me' }).click()
  await expect.poll(() => newsletterSite.smtp.received.some(({ subject }) => subject?.startsWith('Test: '))).toBe(true)

  // One address does not exist.
  const [gone] = (await (await page.request.get('/api/subscribers?status=active&limit=1')).json()) as [
    { email: string },
  ]
  newsletterSite.smtp.refuseAddress = { address: gone.email, reply: [550, '5.1.1 No such user'] }
  // The next minute of the site's time zone that is at least some seconds away.
  const soon = new Date(Math.ceil((Date.now() + 10_000) / 60_000) * 60_000)
  const inZone = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: await timeZoneOf(page),
  }).format(soon)
  const [day = '', time = ''] = inZone.split(' ')
  await page.getByRole('button', { name: 'Schedule' }).click()
  await page.getByLabel('Date').fill(day)
  await page.getByLabel('Time').fill(time)
  await page.getByRole('button', { name: 'Schedule' }).click()
  await page
    .getByRole('alertdialog', { name: 'Schedule this newsletter?' })
    .getByRole('button', { name: 'Schedule' })
    .click()
  await expect.poll(newsletter).toMatchObject({ state: 'scheduled', scheduledAt: soon.toISOString() })
  await expect(page.getByRole('heading', { name: 'Numbers', level: 2 })).toBeVisible({ timeout: 120_000 })
  await expect.poll(async () => (await newsletter()).state, { timeout: 60_000 }).toBe('sent')

  const { subject, numbers } = await newsletter()
  // One subscriber of the demo is suppressed.
  expect(numbers).toMatchObject({
    accepted: numbers.total - 2,
    failed: 1,
    suppressed: 1,
    bounced: 1,
    inDoubt: 0,
    unsubscribed: 0,
  })
  const [mail, clicked, bounced] = newsletterSite.smtp.received.filter((each) => each.subject === subject) as [
    ReceivedMail,
    ReceivedMail,
    ReceivedMail,
  ]
  const [, leave = ''] = /<(http[^>]*unsubscribe[^>]*)>/.exec(
    mail.headers.find(({ key }) => key === 'list-unsubscribe')!.value,
  )!

  // The provider reports a bounce after the mail server has accepted the mail.
  await page.request.put('/api/mail-hooks/brevo', { data: {} })
  const [hook] = (await (await page.request.get('/api/mail-hooks')).json()) as [MailHook]
  const [late] = bounced.envelope.to as [string]
  const report = { ...brevoEvent(late, 'hard_bounce'), 'message-id': bounced.messageId }
  const reported = await page.request.post(new URL(hook.url!).pathname, { data: report })
  expect([reported.status(), await reported.json()]).toEqual([200, { recorded: 1 }])
  expect((await newsletter()).numbers).toMatchObject({ accepted: numbers.accepted, bounced: 2 })

  letTimePass()
  const visit = (link: string, method = 'GET') =>
    page.request.fetch(link.replaceAll('&amp;', '&'), { method, maxRedirects: 0, headers: { 'user-agent': BROWSER } })
  const linksOf = ({ html = '' }: ReceivedMail) =>
    [...html.matchAll(/href="(http:\/\/localhost[^"]*)"/g)].map(([, href]) => href!)
  const countedLinksOf = (each: ReceivedMail) =>
    new Set(linksOf(each).filter((link) => /\/letters\/link\/\d+\/(?!page\/)/.test(link)))
  // A scanner opens every link of the mail, which changes nothing.
  for (const method of ['HEAD', 'GET']) for (const link of new Set([leave, ...linksOf(mail)])) await visit(link, method)
  expect((await newsletter()).numbers.unsubscribed).toBe(0)
  // A person follows one.
  const followed = await visit([...countedLinksOf(clicked)][0]!)
  expect([followed.status(), followed.headers().location]).toEqual([302, expect.stringMatching(/^https?:/)])
  letTimePass()
  await page.request.post('/api/jobs/count-clicks/run')
  const count = countedLinksOf(mail).size
  await expect
    .poll(async () => {
      const clicks = await page.request.get(`/api/newsletters/${id}/clicks`)
      const { total, filtered, pending } = (await clicks.json()) as NewsletterClicks
      return { total, filtered, pending }
    })
    .toEqual({
      total: 1,
      filtered: [
        { reason: 'head', count },
        { reason: 'burst', count },
      ],
      pending: 0,
    })

  await page.goto(leave)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  expect((await newsletter()).numbers.unsubscribed).toBe(1)

  await page.goto(`/admin/newsletters/${id}?view=send`)
  await expect(page.getByText(`${numbers.total} of ${numbers.total} recipients are done.`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Clicks by people' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Total 1', exact: true })).toBeVisible()
  await page.getByText('Details', { exact: true }).click()
  await expect(page.getByRole('row', { name: /^Bounced At once or later/ })).toContainText('2')
  await expect(page.getByRole('row', { name: /^Unsubscribed By/ })).toContainText('1')
  await expect(page.getByText('No sale yet.')).toBeVisible()
  expect((await axeFor(page).exclude('iframe').analyze()).violations).toEqual([])

  // The page of the newsletter, which search engines leave out.
  const { slug } = await newsletter()
  await page.goto(`/letters/${slug}`)
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    expect((await axeFor(page).analyze()).violations).toEqual([])
  }
})
