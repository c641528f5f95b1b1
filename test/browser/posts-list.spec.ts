import type { Page } from '@playwright/test'
import type { EditablePost, OwnerPostSummary } from '../../src/contract/content/posts.ts'
import { axeFor } from './axe.ts'
import { expect, openAdmin, test } from './isolated-test.ts'
import { toastOf } from './library.ts'

test.describe.configure({ mode: 'default' })

let count = 0

/** Creates a published post for one test. */
async function make(page: Page, over: object = {}): Promise<EditablePost> {
  const number = `${Date.now()}-${++count}`
  const [image] = (await (await page.request.get('/api/images?limit=1')).json()) as { url: string }[]
  const data = {
    title: `Listed post ${number}`,
    slug: `listed-post-${number}`,
    content: '<p>Wash your face with lukewarm water, gently, and pat it dry with a clean towel.</p>',
    coverImage: image!.url,
    publishedAt: '2026-03-01T14:30:00.000Z',
    ...over,
  }
  const response = await page.request.post('/api/posts', { data })
  expect(response.status(), await response.text()).toBe(201)
  return (await response.json()) as EditablePost
}

async function listed(page: Page, query: string): Promise<OwnerPostSummary[]> {
  return (await (await page.request.get(`/api/posts?${query}`)).json()) as OwnerPostSummary[]
}

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
const actions = (page: Page, title: string) => row(page, title).getByRole('button', { name: /^Actions for/ })
const choose = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true }).click()

test('a post is duplicated, and the copy is a draft in the editor', { tag: '@gate' }, async ({ page }) => {
  const { title } = await make(page)
  await openAdmin(page, `/admin/posts?q=${encodeURIComponent(title)}`)
  await actions(page, title).click()
  await choose(page, 'Duplicate')
  await expect(page).toHaveURL(/\/admin\/posts\/\d+$/)
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(new RegExp(title))
  expect((await listed(page, `status=draft&q=${encodeURIComponent(title)}`)).length).toBe(1)
  await test.step('a template is made of a post, and a post of the template', async () => {
    await openAdmin(page, `/admin/posts?status=published&q=${encodeURIComponent(title)}`)
    await actions(page, title).click()
    await choose(page, 'Save as template')
    await expect
      .poll(async () => (await listed(page, `status=all&kind=template&q=${encodeURIComponent(title)}`)).length)
      .toBe(1)
    await page.goto('/admin/posts?kind=template')
    await expect(page.getByRole('heading', { name: 'Templates' })).toBeVisible()
    await actions(page, title).click()
    await choose(page, 'New post from this')
    await expect(page).toHaveURL(/\/admin\/posts\/\d+$/)
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(new RegExp(title))
    await expect.poll(async () => (await listed(page, `status=draft&q=${encodeURIComponent(title)}`)).length).toBe(2)
  })
})

test('a deleted post lies in the trash, comes back, and is deleted for good', { tag: '@gate' }, async ({ page }) => {
  const { id, title, slug } = await make(page)
  const statusOfPage = async () => (await page.request.get(`/blog/${slug}`)).status()
  await test.step('unpublished changes are marked, and discarded in the list', async () => {
    const source = (await (await page.request.get(`/api/posts/${id}/source`)).json()) as EditablePost
    const autosave = await page.request.put(`/api/posts/${id}/draft`, {
      data: { ...source, content: `${source.content}<p>Not for readers yet.</p>` },
      headers: { 'if-match': `"${source.version}"` },
    })
    expect(autosave.status(), await autosave.text()).toBe(200)
    await openAdmin(page, `/admin/posts?q=${encodeURIComponent(title)}`)
    await expect(row(page, title).getByText('Unpublished changes')).toBeVisible()
    await actions(page, title).click()
    await choose(page, 'Discard unpublished changes')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect(row(page, title).getByText('Unpublished changes')).toBeHidden()
    expect(await (await page.request.get(`/blog/${slug}`)).text()).not.toContain('Not for readers yet')
  })
  await actions(page, title).click()
  await choose(page, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await expect.poll(statusOfPage).toBe(404)

  await page.goto(`/admin/posts?status=trash&q=${encodeURIComponent(title)}`)
  await expect(page.getByRole('heading', { name: 'Trash' })).toBeVisible()
  await actions(page, title).click()
  await choose(page, 'Restore')
  await expect(row(page, title)).toHaveCount(0)
  await expect.poll(statusOfPage).toBe(200)

  expect((await listed(page, `status=all&q=${encodeURIComponent(title)}`)).map((post) => post.id)).toEqual([id])
  await test.step('what Restore offers to open is not offered once the post is deleted again', async () => {
    await expect(toastOf(page).filter({ hasText: 'Restored' }).getByRole('button', { name: 'Open' })).toBeVisible()
    await page.getByLabel('Status', { exact: true }).selectOption('')
    await actions(page, title).click()
    await choose(page, 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(toastOf(page).getByRole('button', { name: 'Undo' })).toBeVisible()
    await expect(toastOf(page).getByRole('button', { name: 'Open' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /earlier/ })).toHaveCount(0)
  })
  await page.goto(`/admin/posts?status=trash&q=${encodeURIComponent(title)}`)
  await actions(page, title).click()
  await choose(page, 'Delete for good')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click()
  await expect.poll(() => listed(page, `status=trash&q=${encodeURIComponent(title)}`)).toEqual([])
  await expect(row(page, title)).toHaveCount(0)
})

test('drafts are published together, and those that are not complete are named with the reason', {
  tag: '@gate',
}, async ({ page }) => {
  const word = `together${Date.now()}`
  const complete = await make(page, { title: `${word} complete`, slug: `${word}-complete`, publishedAt: null })
  const draft = await page.request.post('/api/posts/drafts', { data: { title: `${word} unfinished` } })
  expect(draft.status()).toBe(201)
  await openAdmin(page, `/admin/posts?q=${word}`)
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).first().check()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('alertdialog', { name: 'Publish 2 posts now?' }).getByRole('button', { name: 'Publish' }).click()
  const report = page.getByRole('dialog', { name: 'One post was not changed' })
  await expect(report.getByRole('link', { name: `${word} unfinished` })).toBeVisible()
  expect((await axeFor(page).analyze()).violations).toEqual([])
  await report.getByRole('button', { name: 'Close' }).last().click()
  await expect(row(page, `${word} complete`).getByText('Published', { exact: true }).first()).toBeVisible()
  await expect(row(page, `${word} unfinished`).getByText('Draft', { exact: true }).first()).toBeVisible()
  expect((await page.request.get(`/blog/${complete.slug}`)).status()).toBe(200)
})

test('“Select all” takes the posts of every page', { tag: '@gate' }, async ({ page }) => {
  const word = `everyone${Date.now()}`
  for (let made = 0; made < 27; made++) await make(page, { title: `${word} ${made} of many`, slug: `${word}-${made}` })
  await openAdmin(page, `/admin/posts?q=${word}`)
  await expect(page.getByRole('row')).toHaveCount(26)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).first().check()
  await page.getByRole('button', { name: 'Select all 27' }).click()
  await expect(page.getByText('All 27 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Whether the selected posts are featured' }).click()
  await choose(page, 'Feature on the home page')
  await expect
    .poll(
      async () => (await listed(page, `status=all&limit=100&q=${word}`)).filter(({ isFeatured }) => isFeatured).length,
    )
    .toBe(27)

  await page.getByRole('checkbox', { name: 'Select all on this page' }).first().check()
  await page.getByRole('button', { name: 'Select all 27' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog', { name: 'Delete 27 posts?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Nothing matches.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await listed(page, `status=all&limit=100&q=${word}`)).length).toBe(27)
})

test('the list shows the posts to which no links lead, until another post links to one', async ({ page }) => {
  const target = await make(page)
  const source = await make(page)
  const path = `/admin/posts?q=${encodeURIComponent('Listed post')}`
  await openAdmin(page, path)
  await page.getByLabel('Links to the post').selectOption('No links lead here')
  await expect(page).toHaveURL(/links=none/)
  await expect(row(page, target.title)).toBeVisible()
  const content = `<p>Before you begin, please read <a href="/blog/${target.slug}">what I wrote about it</a> last year.</p>`
  const { title, slug, coverImage, publishedAt } = source
  const data = { title, slug, coverImage, publishedAt, content }
  expect((await page.request.put(`/api/posts/${source.id}`, { data })).status()).toBe(200)
  await openAdmin(page, `${path}&links=none`)
  await expect(row(page, source.title)).toBeVisible()
  await expect(row(page, target.title)).toHaveCount(0)
})

test('the list, the templates and the trash fit each width, and axe finds nothing', async ({ page }) => {
  test.slow()
  await make(page, { title: `A very long title ${'without-any-space'.repeat(8)}` })
  for (const query of ['', '?kind=template', '?status=trash'])
    await test.step(query || 'all posts', async () => {
      await openAdmin(page, `/admin/posts${query}`)
      await expect(page.getByRole('searchbox', { name: 'Search posts' })).toBeVisible()
      await expect(page.getByText(/^Loading /)).toHaveCount(0)
      for (const width of [360, 768, 1024, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        if (width === 360 || width === 1280) expect((await axeFor(page).analyze()).violations).toEqual([])
      }
    })
})
