import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Newsletter } from '../src/contract/newsletters.ts'
import type { EditableSettings } from '../src/contract/settings.ts'
import { openNewsletterSite } from './newsletter-site.ts'
import { openDashboard, signIn } from './owner.ts'
import { expect, test } from './site-test.ts'

const newsletterSite = openNewsletterSite(191)

test.use({ expectedProblems: /^Blocked script execution in 'about:srcdoc'/ })

async function timeZoneOf(page: Page): Promise<string> {
  const { settings } = (await (await page.request.get('/api/settings')).json()) as EditableSettings
  return settings.timeZone
}

test('from a post to a newsletter: tested, scheduled and sent; one bounces, one unsubscribes, and the numbers say so', async ({
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

  await page.getByRole('button', { name: 'Send a test to me' }).click()
  await expect(page.getByText('Test sent', { exact: true })).toBeVisible()
  await expect.poll(() => newsletterSite.smtp.received.some(({ subject }) => subject?.startsWith('Test: '))).toBe(true)

  // One address does not exist.
  const [gone] = (await (await page.request.get('/api/subscribers?status=active&limit=1')).json()) as [
    { email: string },
  ]
  newsletterSite.smtp.refuseAddress = { address: gone.email, reply: [550, '5.1.1 No such user'] }
  const id = Number(/newsletters\/(\d+)/.exec(page.url())![1])
  const newsletter = async () => (await (await page.request.get(`/api/newsletters/${id}`)).json()) as Newsletter
  // The next minute of the site's time zone that is at least some seconds away.
  const soon = new Date(Math.ceil((Date.now() + 10_000) / 60_000) * 60_000)
  const inZone = new Intl.DateTimeFormat('sv-SE', {
    ...{ dateStyle: 'short', timeStyle: 'short', timeZone: await timeZoneOf(page) },
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
  await expect(page.getByText('Newsletter scheduled', { exact: true })).toBeVisible()
  expect(await newsletter()).toMatchObject({ state: 'scheduled', scheduledAt: soon.toISOString() })
  await expect(page.getByRole('heading', { name: 'Numbers', level: 2 })).toBeVisible({ timeout: 120_000 })
  await expect.poll(async () => (await newsletter()).state, { timeout: 60_000 }).toBe('sent')

  const { subject, numbers } = await newsletter()
  // One subscriber of the demo is suppressed.
  expect(numbers).toMatchObject({
    ...{ accepted: numbers.total - 2, failed: 1, suppressed: 1, bounced: 1, inDoubt: 0, unsubscribed: 0 },
  })
  const mail = newsletterSite.smtp.received.find((each) => each.subject === subject)!
  const [, leave = ''] = /<(http[^>]*unsubscribe[^>]*)>/.exec(
    mail.headers.find(({ key }) => key === 'list-unsubscribe')!.value,
  )!

  // A scanner opens every link of the mail, which changes nothing.
  for (const method of ['HEAD', 'GET']) {
    const links = [...mail.html!.matchAll(/href="(http:\/\/localhost[^"]*)"/g)].map(([, href]) => href!)
    for (const link of new Set([leave, ...links])) await page.request.fetch(link.replaceAll('&amp;', '&'), { method })
  }
  expect((await newsletter()).numbers.unsubscribed).toBe(0)

  await page.goto(leave)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  expect((await newsletter()).numbers.unsubscribed).toBe(1)

  await page.goto(`/admin/newsletters/${id}?view=send`)
  await expect(page.getByText(`${numbers.total} of ${numbers.total} recipients are done.`)).toBeVisible()
  await page.getByText('Details', { exact: true }).click()
  await expect(page.getByRole('row', { name: /^Bounced At once or later/ })).toContainText('1')
  await expect(page.getByRole('row', { name: /^Unsubscribed By/ })).toContainText('1')
  await expect(page.getByText('No sale yet.')).toBeVisible()
  expect((await new AxeBuilder({ page }).exclude('iframe').analyze()).violations).toEqual([])

  // The page of the newsletter, which search engines leave out.
  const { slug } = await newsletter()
  await page.goto(`/letters/${slug}`)
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  }
})
