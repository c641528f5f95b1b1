import type { Page } from '@playwright/test'
import type { EditablePost } from '../../src/contract/content/posts.ts'
import { expect, test } from './isolated-test.ts'
import { contentOf, save } from './post-fixtures.ts'
import { open } from './site-test.ts'

test.describe.configure({ mode: 'default' })

async function makePost(page: Page, over: object = {}): Promise<EditablePost> {
  const images = (await (await page.request.get('/api/images')).json()) as { url: string }[]
  const name = Math.random().toString(36).slice(2, 10)
  const data = {
    title: `Pinned post ${name}`,
    slug: `pinned-post-${name}`,
    content: `<p>${'Wash your face. '.repeat(6)}</p><p><img src="${images[0]!.url}" alt="A jar" data-pin-description="Save me"></p>`,
    coverImage: images[1]!.url,
    publishedAt: '2001-02-03T12:00:00.000Z',
    ...over,
  }
  const answer = await page.request.post('/api/posts', { data })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as EditablePost
}

for (const width of [1280, 360]) {
  test(`a pin is chosen by keyboard with its preview, and readers save it, at ${width} px`, {
    tag: width === 1280 ? '@gate' : [],
  }, async ({ page, baseURL }) => {
    await page.setViewportSize({ width, height: 800 })
    const post = await makePost(page, { publishedAt: '2025-01-02T12:00:00.000Z' })
    await openAdminPost(page, post.id)
    await openDetails(page)
    const layout = page.getByLabel('Pin layout')
    await layout.focus()
    await page.keyboard.type('Title above')
    const preview = page.getByRole('img', { name: `Preview of the pin: ${post.title}` })
    await expect(preview).toBeVisible()
    await expect
      .poll(() => preview.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
      .toEqual([1000, 1500])
    await preview.scrollIntoViewIfNeeded()
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/pin-panel-${width}.png` })
    // On a phone the details cover the button.
    if (width < 1280) await page.keyboard.press('Escape')
    await save(page)
    await expect.poll(async () => (await readSource(page, post.id)).pinLayout).toBe('framed')

    await test.step('a post that is reached within the site tells what its pictures save, too', async () => {
      await open(page, `/search?q=${post.slug.split('-').at(-1)}`)
      await page.getByRole('article').getByRole('link', { name: post.title }).first().click()
      const picture = page.locator('img[data-pin-description="Save me"]')
      await expect(picture).toHaveAttribute('data-pin-url', `${baseURL}/blog/${post.slug}`)
      await expect(picture).toHaveAttribute('data-pin-media', new RegExp(`^${baseURL}/media/`))
      const cover = page.getByRole('article').locator('img[data-pin-media*="/share/pins/"]').first()
      await expect(cover).toHaveAttribute('data-pin-url', `${baseURL}/blog/${post.slug}`)
      await expect(cover).toHaveAttribute('data-pin-description', post.title)
      const media = (await cover.getAttribute('data-pin-media'))!
      const link = page.getByRole('link', { name: /^Save this picture/ }).first()
      const form = new URL((await link.getAttribute('href'))!)
      expect(form.searchParams.get('media')).toBe(media)
      expect(form.searchParams.get('url')).toBe(`${baseURL}/blog/${post.slug}`)
    })
  })
}

test('a picture of a text gets its own pin description in its dialog, or is left out', async ({ page }) => {
  const post = await makePost(page)
  await openAdminPost(page, post.id)
  await contentOf(page).locator('img').first().click()
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: /^Image/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Change the image' })
  await dialog.getByText('Pinterest', { exact: true }).click()
  await expect(dialog.getByLabel('Pin description')).toHaveValue('Save me')
  await dialog.getByLabel('Pin description').fill('Another text')
  await dialog.getByLabel('Do not offer this picture for pins').check()
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await save(page)
  await expect
    .poll(async () => (await readSource(page, post.id)).content)
    .toContain('data-pin-description="Another text"')
  expect((await readSource(page, post.id)).content).toContain('data-pin-nopin="true"')
})

const readSource = async (page: Page, id: number) =>
  (await (await page.request.get(`/api/posts/${id}/source`)).json()) as EditablePost

async function openAdminPost(page: Page, id: number): Promise<void> {
  await open(page, `/admin/posts/${id}`)
  await expect(contentOf(page)).toBeVisible()
}

/** They are closed on a phone. */
async function openDetails(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Details', exact: true })
  if ((await button.getAttribute('aria-expanded')) === 'true') return
  await button.focus()
  await page.keyboard.press('Enter')
}
