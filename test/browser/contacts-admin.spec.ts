import type { APIRequestContext, Page } from '@playwright/test'
import { fromElsewhere } from '../from-elsewhere.ts'
import { axeFor } from './axe.ts'
import { openAdmin, signInAsOwner } from './owner.ts'
import { expect, hydrated, open, test } from './site-test.ts'

let count = 0

/** Sends a message with a unique subject and returns the subject. */
async function write(request: APIRequestContext, over: Record<string, string> = {}): Promise<string> {
  const subject = `Note ${test.info().workerIndex}-${Date.now()}-${++count}`
  const data = {
    name: 'Ada Byron',
    email: 'ada@mail.example',
    subject,
    message: 'First line of it.\nSecond <b>line</b> of it.',
    ...over,
  }
  const answer = await request.post('/api/contacts', { data, headers: fromElsewhere() })
  expect(answer.status(), await answer.text()).toBe(201)
  return over.subject ?? subject
}

const list = (query: string) => `/admin/contacts?q=${encodeURIComponent(query)}`
const rows = (page: Page) => page.getByRole('table', { name: 'Contact Messages' }).getByRole('row')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search messages' })
const row = (page: Page, subject: string) => rows(page).filter({ hasText: subject })

test('the Contacts tab: a message is listed, marked and read', { tag: '@gate' }, async ({ page, request }) => {
  const subject = await write(request)
  await openAdmin(page, list(subject))

  await test.step("'Contact Messages' has the columns and actions of the specification", async () => {
    await expect(page.getByRole('heading', { level: 2, name: 'Contact Messages' })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Contacts' })).toHaveAttribute('aria-selected', 'true')
    const heads = page.getByRole('columnheader')
    await expect(heads.filter({ hasText: /\S/ })).toHaveText(['Name', 'Email', 'Subject', 'Date', 'Status', 'Actions'])
    const cells = row(page, subject).getByRole('cell')
    await expect(row(page, subject).getByRole('rowheader')).toContainText('Ada Byron')
    await expect(cells.filter({ hasText: 'ada@mail.example' })).toBeVisible()
    await expect(cells.filter({ hasText: /^Date?[A-Z][a-z]+ \d{1,2}, \d{4}$/ }).first()).toBeVisible()
    await expect(row(page, subject).getByText('New', { exact: true })).toBeVisible()
    await expect(row(page, subject).getByText('View', { exact: true })).toBeVisible()
    await expect(row(page, subject).getByText('Mark as Read', { exact: true })).toBeVisible()
  })

  await test.step('the tab says how many messages are new', async () => {
    await expect(page.getByRole('tab', { name: /^Contacts \d+\+? new$/ })).toBeVisible()
  })

  await test.step('Mark as Read turns New into Read, and Mark as Unread turns it back', async () => {
    await row(page, subject).getByText('Mark as Read').click()
    await expect(row(page, subject).getByText('Read', { exact: true })).toBeVisible()
    // The button ignores presses while it marks, but keeps the focus.
    await row(page, subject)
      .getByRole('button', { name: /^Mark as Unread/ })
      .press('Enter')
    await expect(row(page, subject).getByText('New', { exact: true })).toBeVisible()
    await expect(row(page, subject).getByRole('button', { name: /^Mark as Read/ })).toBeFocused()
  })

  await test.step('View opens the whole message and marks it as read; its address opens it again', async () => {
    await row(page, subject).getByText('View').click()
    const dialog = page.getByRole('dialog', { name: subject })
    await expect(dialog.getByText('First line of it.\nSecond <b>line</b> of it.')).toBeVisible()
    await expect(dialog.getByText('Ada Byron')).toBeVisible()
    const reply = new URL((await dialog.getByRole('link', { name: 'Reply' }).getAttribute('href'))!)
    expect(reply.protocol + reply.pathname).toBe('mailto:ada@mail.example')
    expect(reply.searchParams.get('subject')).toBe(`Re: ${subject}`)
    expect(reply.searchParams.get('body')).toContain('Ada Byron wrote:\r\n> First line of it.\r\n> Second <b>line')
    await page.reload()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(row(page, subject).getByText('Read', { exact: true })).toBeVisible()
  })

  await test.step('the list is exported as it is filtered', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('contact-messages.csv')
    const text = await (await page.request.get(download.url())).text()
    expect(text).toContain(subject)
    expect(text).toContain('Second <b>line</b> of it.')
  })

  await test.step('a message is read and closed with the keyboard alone, and the focus comes back', async () => {
    const view = row(page, subject).getByRole('button', { name: /^View/ })
    await view.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: subject })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(view).toBeFocused()
  })
})

test('deleting needs a confirmation and can be undone', { tag: '@gate' }, async ({ page, request }) => {
  const subject = await write(request)
  await openAdmin(page, list(subject))
  const remove = async () => {
    await row(page, subject)
      .getByRole('button', { name: /^More for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    return page.getByRole('alertdialog', { name: 'Delete this message?' })
  }
  await (await remove()).getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, subject)).toHaveCount(1)
  await (await remove()).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, subject)).toHaveCount(1)

  await test.step('several are marked and deleted at once', async () => {
    const shared = `Batch${Date.now()}`
    for (const number of [1, 2]) await write(request, { subject: `${shared} ${number}` })
    await openAdmin(page, list(shared))
    await page.getByRole('checkbox', { name: 'Select all on this page' }).last().check()
    await expect(page.getByText('2 selected')).toBeVisible()
    await page.getByRole('button', { name: 'Mark as Read', exact: true }).click()
    await expect(rows(page).getByText('Read', { exact: true })).toHaveCount(2)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).last().check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('alertdialog', { name: 'Delete 2 messages?' }).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Nothing matches.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rows(page)).toHaveCount(3)
  })
})

test('what a program sends lies in the spam folder, with the reason, and can be taken out', { tag: '@gate' }, async ({
  page,
  request,
}) => {
  // A message taken out of the spam folder lets later ones of its sender in.
  const subject = await write(request, { website: 'https://spam.example', email: `${Date.now()}@mail.example` })
  await openAdmin(page, list(subject))
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await page.getByRole('link', { name: 'Spam' }).click()
  await expect(search(page)).toHaveValue('')
  await search(page).fill(subject)
  await expect(rows(page)).toHaveCount(2)
  await expect(row(page, subject).getByText('A field was filled in that no person sees')).toBeVisible()
  await row(page, subject).getByText('View').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Not Spam' }).click()
  await expect(page.getByText('1 message moved to the inbox.', { exact: true })).toBeVisible()
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await page.goto(list(subject))
  await expect(row(page, subject)).toHaveCount(1)
})

test('what is typed while a folder loads is searched in that folder, and Back leads to the one before', {
  tag: '@gate',
}, async ({ page, request }) => {
  const subject = await write(request, { website: 'https://spam.example' })
  const other = await write(request)
  await openAdmin(page, list(other))
  await expect(row(page, other)).toHaveCount(1)
  // Types before the navigation is rendered.
  await page.evaluate(async (text) => {
    document.querySelector<HTMLElement>('a[href="/admin/contacts?folder=spam"]')!.click()
    await Promise.resolve()
    document.querySelector<HTMLInputElement>('[aria-label="Search messages"]')!.select()
    document.execCommand('insertText', false, text)
  }, subject)
  await expect(page).toHaveURL(`/admin/contacts?folder=spam&${new URLSearchParams({ q: subject })}`)
  await expect(search(page)).toHaveValue(subject)
  await expect(rows(page)).toHaveCount(2)
  await expect(row(page, subject)).toHaveCount(1)
  await page.goBack()
  await expect(search(page)).toHaveValue(other)
  await expect(row(page, other)).toHaveCount(1)
})

test('a form that a script fills in at once lies in the spam folder; one that took its time does not', {
  tag: '@gate',
}, async ({ page }) => {
  const subject = `Quick ${Date.now()}`
  await page.setExtraHTTPHeaders(fromElsewhere())
  await open(page, '/contact')
  const send = async (text: string) => {
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('Email').fill('ada@mail.example')
    await page.getByLabel('Subject').fill(text)
    await page.getByLabel('Message').fill('A message of some length.')
    const sent = page.waitForResponse((response) => response.url().endsWith('/api/contacts'))
    await page.getByRole('button', { name: 'Send Message' }).click()
    expect((await sent).status()).toBe(201)
  }
  await send(subject)
  await signInAsOwner(page)
  const found = async (folder: string, text: string) =>
    (await (await page.request.get(`/api/contacts?folder=${folder}&q=${encodeURIComponent(text)}`)).json()) as unknown[]
  expect(await found('spam', subject)).toMatchObject([{ spamReason: 'too-fast' }])

  await page.clock.install()
  await page.goto('/contact')
  await hydrated(page)
  await page.getByLabel('Name').focus()
  await page.clock.runFor(5_000)
  await send(`${subject} slowly`)
  expect(await found('inbox', `${subject} slowly`)).toHaveLength(1)
})

for (const width of [360, 1280]) {
  test(`at ${width} px nothing is clipped and axe finds no violation`, {
    tag: width === 1280 ? '@gate' : [],
  }, async ({ page, request }) => {
    const long = 'VeryLongWordWithoutAnySpace'.repeat(6)
    const subject = await write(request, { subject: `${long}${Date.now()}`, name: long.slice(0, 100) })
    await page.setViewportSize({ width, height: 760 })
    await openAdmin(page, list(subject))
    await expect(row(page, subject)).toHaveCount(1)
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(await overflow()).toBeLessThanOrEqual(0)
    expect((await axeFor(page).analyze()).violations).toEqual([])
    if (width < 768)
      await row(page, subject)
        .getByRole('button', { name: /^More about/ })
        .click()
    await row(page, subject).getByText('View').click()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Reply' })).toBeVisible()
    expect(await overflow()).toBeLessThanOrEqual(0)
    expect((await axeFor(page).analyze()).violations).toEqual([])
  })
}
