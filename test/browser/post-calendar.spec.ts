import { expect, type Locator, type Page } from '@playwright/test'
import { toastOf } from './library.ts'
import { openAdmin } from './owner.ts'
import { openEditor, test } from './post-fixtures.ts'
import { expectCleanScreen } from './screen-checks.ts'

// The preview of the appearance has no scripts.
test.use({ expectedProblems: /the server responded with a status of 404|^404: |^Blocked script execution in/ })

/** Nothing else is planned in a month so far away. */
const MONTH = '2031-05'
const open = (page: Page, rest = '') => openAdmin(page, `/admin/posts/calendar?month=${MONTH}${rest}`)
const dayOf = (page: Page, day: number) => page.locator(`td[data-day="${MONTH}-${String(day).padStart(2, '0')}"]`)

test('an idea is planned on a day, moved by its menu and a scheduled post by dragging, each with undo', {
  tag: '@gate',
}, async ({ page, posts }) => {
  const post = await posts.create('Retinol', { publishedAt: '2031-05-12T12:00:00.000Z' })
  await page.setViewportSize({ width: 1280, height: 900 })
  await open(page)
  const title = posts.title('Winter skin')
  await dayOf(page, 7)
    .getByRole('button', { name: /^New idea on/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'New idea' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title)
  await dialog.getByRole('button', { name: 'Plan the idea' }).click()
  await expect(dayOf(page, 7).getByRole('link', { name: title })).toBeVisible()

  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'One day later' }).click()
  await expect(dayOf(page, 8).getByRole('link', { name: title })).toBeVisible()
  const undoOf = (name: string) => toastOf(page).filter({ hasText: name }).getByRole('button', { name: 'Undo' })
  await expect(undoOf(title)).toBeVisible()

  const entry = page.locator(`[data-entry="post-${post.id}"]`)
  await entry.dragTo(dayOf(page, 20))
  await expect(dayOf(page, 20).getByRole('link', { name: post.title })).toBeVisible()
  expect((await posts.read(post.id)).publishedAt).toBe('2031-05-20T12:00:00.000Z')
  await undoOf(post.title).click()
  await expect(dayOf(page, 12).getByRole('link', { name: post.title })).toBeVisible()
  // The later undo that waited behind a button is shown again.
  await undoOf(title).click()
  await expect(dayOf(page, 7).getByRole('link', { name: title })).toBeVisible()
  await expect(undoOf(title)).toHaveCount(0)
  await expectCleanScreen(page, { height: 900 })
})

test('on a phone the calendar is a list, and “Move to…” chooses another day', async ({ page, posts }) => {
  const post = await posts.create('Oat cream', { publishedAt: '2031-05-14T12:00:00.000Z' })
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page)
  const list = page.getByRole('list', { name: 'May 2031' })
  await expect(list).toContainText('Wednesday, May 14')
  await expectCleanScreen(page, { widths: [360], height: 740 })
  await page.getByRole('button', { name: `Actions for ${post.title}` }).click()
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  const dialog = page.getByRole('dialog', { name: `Move “${post.title}”` })
  await dialog.getByLabel('Day').fill('2031-05-23')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(list).toContainText('Friday, May 23')
  await page.getByRole('link', { name: 'Month after' }).click()
  await expect(page.getByText('Nothing is planned, public or sent in June 2031.')).toBeVisible()
})

test('the editor of a draft shows its planned day, which is changed there apart from the publish date', async ({
  page,
  posts,
}) => {
  const post = await posts.create('Planned')
  await page.request.put(`/api/plan/ideas/${post.id}`, { data: { day: '2031-05-15' } })
  await openEditor(page, post.id)
  const field = page.getByLabel('Planned day')
  await expect(field).toHaveValue('2031-05-15')
  await field.fill('2031-05-16')
  await field.press('Enter')
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Publish date')).toHaveValue('')
  const plan = (await (await page.request.get(`/api/plan?from=${MONTH}-01&to=${MONTH}-31`)).json()) as object[]
  expect(plan).toMatchObject([{ id: post.id, state: 'idea', day: '2031-05-16' }])
  expect((await posts.read(post.id)).status).toBe('draft')
})

test('the undo of a move stays on other tabs, after other toasts and longer than five seconds, above the save bar', async ({
  page,
  posts,
}) => {
  const post = await posts.create('Birch toner', { publishedAt: '2031-05-13T12:00:00.000Z' })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.clock.install()
  await open(page)
  await page.getByRole('button', { name: `Actions for ${post.title}` }).click()
  await page.getByRole('menuitem', { name: 'One week later' }).click()
  const offer = toastOf(page).filter({ hasText: post.title })
  await expect(offer).toBeVisible()
  await page.clock.fastForward(60_000)
  await expect(offer).toBeVisible()

  await page.getByRole('button', { name: /^Menu: / }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Appearance' }).click()
  await page.getByRole('checkbox', { name: 'Dark colours' }).click()
  const bar = page.getByText('Unsaved changes')
  await expect(bar).toBeVisible()
  await expect.poll(async () => bottomOf(offer)).toBeLessThanOrEqual((await bar.boundingBox())!.y)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(bar).toBeHidden()

  await offer.getByRole('button', { name: 'Undo' }).click()
  await expect(toastOf(page)).toHaveText(/Moved back/)
  expect((await posts.read(post.id)).publishedAt).toBe('2031-05-13T12:00:00.000Z')
})

async function bottomOf(element: Locator): Promise<number> {
  const { y, height } = (await element.boundingBox())!
  return y + height
}
