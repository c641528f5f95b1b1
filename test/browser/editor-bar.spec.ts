import { expect, type Page } from '@playwright/test'
import { openAdmin } from './owner.ts'
import { contentOf, focusContent, openEditor, save, statusOf, test, titleOf, verbOf } from './post-fixtures.ts'

const published = { publishedAt: '2026-05-01T10:00:00.000Z' }

// Missing covers, and the saves that fail on purpose.
test.use({ expectedProblems: /the server responded with a status of (404|409|422|503)|^(409|422|503): / })

const barOf = (page: Page) => page.getByRole('form').locator('.sticky-bar').first()

/** The bar has two lines, of 90 px together, and its status at most three of small type. */
async function expectLowBar(page: Page, state: string): Promise<void> {
  for (const width of [320, 360, 375, 430]) {
    await page.setViewportSize({ width, height: 740 })
    const { height, text, overflow } = await barOf(page).evaluate((bar) => ({
      height: bar.getBoundingClientRect().height,
      text: bar.querySelector('[role=status]')!.getBoundingClientRect().height,
      overflow: document.documentElement.scrollWidth - window.innerWidth,
    }))
    expect.soft(height, `${state} at ${width} px`).toBeLessThanOrEqual(90)
    expect.soft(text, `status: ${state} at ${width} px`).toBeLessThanOrEqual(40)
    expect.soft(overflow, `${state} at ${width} px`).toBeLessThanOrEqual(0)
  }
}

test('on a phone the bar of the editor keeps to 90 px in every state', async ({ page, posts }) => {
  test.slow()
  const post = await posts.create('A bar of two lines', published)
  await openEditor(page, 'new')
  await expectLowBar(page, 'a new post')
  await titleOf(page).fill(posts.title('A bar in every state'))
  await expect(statusOf(page)).toHaveText('Saved as draft')
  await expectLowBar(page, 'saved as draft')
  await save(page)
  await expect(statusOf(page)).toHaveText('Not published – Content must be at least 50 characters (1 of 2)')
  await expect(statusOf(page)).toBeInViewport()
  await expectLowBar(page, 'not published')
  await focusContent(page)
  await page.keyboard.type('Fifty characters are soon written, also on a phone.')
  await expect(statusOf(page)).toHaveText('Not published – Cover image URL is required')
  await page.setViewportSize({ width: 1280, height: 740 })
  await page.getByRole('button', { name: 'Make it a draft' }).click()
  await expect(statusOf(page)).toHaveText('Saved as draft')

  await openEditor(page, post.id)
  await expectLowBar(page, 'all changes saved')
  await focusContent(page)
  await page.keyboard.type(' Later.')
  await expect(statusOf(page)).toHaveText('Unpublished changes saved')
  await expectLowBar(page, 'unpublished changes saved')

  const failures = [
    { status: 503, json: { message: 'Broken on purpose' }, says: /the server has a problem/ },
    {
      status: 422,
      json: { message: `A reason of many words ${'that explains itself at length '.repeat(8)}` },
      says: /A reason of many words/,
    },
    {
      status: 409,
      json: { message: 'Saved elsewhere', current: await posts.read(post.id) },
      says: /this post was saved elsewhere/,
    },
  ]
  for (const { status, json, says } of failures) {
    await page.route(/\/api\/posts\/\d+$/, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status, json }) : route.fallback(),
    )
    await openEditor(page, post.id)
    await save(page)
    await expect(statusOf(page)).toHaveText(says)
    await expectLowBar(page, says.source)
    await page.unroute(/\/api\/posts\/\d+$/)
  }
})

for (const { kind, address } of [
  { kind: 'page', address: '/admin/pages/new' },
  { kind: 'template', address: '/admin/posts/new?kind=template' },
  { kind: 'newsletter', address: '/admin/newsletters/new' },
])
  test(`on a phone the bar of a new ${kind} keeps to 90 px`, async ({ page, posts: _signedIn }) => {
    await openAdmin(page, address)
    await expect(contentOf(page)).toBeVisible()
    await expectLowBar(page, `a new ${kind}`)
  })

test('the notice of a publication shows what is stored, and takes the publication back for ten seconds', async ({
  page,
  posts,
}) => {
  const post = await posts.create('Said and done', { publishedAt: null })
  const notice = page.getByRole('region', { name: 'Published' })
  const choose = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await page.clock.install()
  await openEditor(page, post.id)
  await expect(verbOf(page)).toHaveText('Keeps as draft')

  await choose('Publish now')
  await expect(page.getByRole('button', { name: 'Publish now' })).toBeFocused()
  await save(page)
  await expect(notice).toContainText('It is on your site:')
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect(notice).toHaveCount(0)
  await expect.poll(async () => (await posts.read(post.id)).status).toBe('draft')

  await choose('Schedule')
  await save(page)
  await expect(notice).toContainText('It goes online on')
  await choose('Publish now')
  await save(page)
  await expect(notice).toContainText('It is on your site:')
  await expect(notice.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.clock.fastForward(11_000)
  await expect(notice.getByRole('button', { name: 'Undo' })).toHaveCount(0)

  await choose('Make it a draft')
  await save(page)
  await expect(notice).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Send as newsletter' })).toHaveCount(0)
})

test('a draft that is opened again stays a draft until a date is chosen', async ({ page, posts }) => {
  await openEditor(page, 'new')
  await expect(verbOf(page)).toHaveText('Publishes now')
  await titleOf(page).fill(posts.title('Not yet'))
  await expect(statusOf(page)).toHaveText('Saved as draft')
  await page.reload()
  await expect(contentOf(page)).toBeVisible()
  await expect(verbOf(page)).toHaveText('Keeps as draft')
  await save(page)
  await expect(statusOf(page)).toHaveText('All changes saved')
  expect((await posts.all())[0]!.status).toBe('draft')
})
