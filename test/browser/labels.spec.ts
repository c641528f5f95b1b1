import type { Page } from '@playwright/test'
import type { PostInput } from '../../src/contract/content/posts.ts'
import { fixturePost } from '../fixture-post.ts'
import { expect, test } from './isolated-test.ts'
import { open } from './site-test.ts'

test.describe.configure({ mode: 'default' })

const brand = 'Donaudampfschifffahrtskosmetikgesellschaft & Söhne Naturkosmetikmanufaktur'

async function request(page: Page, method: 'post' | 'put', path: string, data: object): Promise<void> {
  const response = await page.request[method](path, { data })
  expect(response.ok(), await response.text()).toBe(true)
}

async function makePost(page: Page, over: Partial<PostInput>): Promise<void> {
  await request(page, 'post', '/api/posts', fixturePost({ publishedAt: new Date().toISOString(), ...over }))
}

async function findProducts(page: Page): Promise<{ id: number }[]> {
  return (await (await page.request.get('/api/products?limit=3')).json()) as { id: number }[]
}

test('labels in the words of German readers fit a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  const products = await findProducts(page)
  const content = `<p>Ein Artikel.</p><p><a href="https://shop.example/x" rel="sponsored">Eine Creme</a></p><div data-product-id="${products[0]!.id}"></div><div data-block="comparison" data-product-ids="${products.map(({ id }) => id)}"></div>`
  for (const slug of ['ein-artikel', 'noch-ein-artikel', 'dritter-artikel'])
    await makePost(page, {
      slug,
      title: 'Hautpflege im Winter',
      excerpt: 'Was jetzt hilft.',
      isFeatured: true,
      label: 'paid-partnership',
      labelBrand: brand,
      content,
    })
  await request(page, 'put', '/api/settings', { readers: 'de' })
  const { appearance } = (await (await page.request.get('/api/appearance')).json()) as { appearance: object }
  await request(page, 'put', '/api/appearance', { ...appearance, dark: true })
  for (const adWord of ['', 'Publicité'])
    for (const scheme of ['light', 'dark'] as const) {
      await request(page, 'put', '/api/settings', { adWord })
      await page.emulateMedia({ colorScheme: scheme })
      for (const path of ['/', '/blog', '/blog/ein-artikel', '/search?q=hautpflege', '/shop']) {
        await open(page, path)
        const word = adWord || 'Anzeige'
        const seen = path === '/shop' ? page.locator('.label-word').first() : page.locator('.label-line').first()
        await expect(seen).toContainText(word)
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360)
        const name = path.replace(/\W+/g, '-')
        if (process.env.SHOTS) {
          await seen.scrollIntoViewIfNeeded()
          await page.screenshot({
            path: `${process.env.SHOTS}/labels${name}-${word}-${scheme}.png`,
            fullPage: path.includes('ein-artikel'),
          })
        }
      }
    }
})

test('publishing gifts without a label leads to one dialog, which labels the article', async ({ page }) => {
  // The tests of a worker share its site.
  await request(page, 'put', '/api/settings', { readers: '', adWord: '' })
  const [first, second] = await findProducts(page)
  for (const { id } of [first!, second!]) {
    const { version, ...product } = (await (await page.request.get(`/api/products/${id}/source`)).json()) as Record<
      string,
      unknown
    >
    const facts = { ...(product.facts as object), obtained: 'gifted', brand: 'Oatwhistle' }
    const response = await page.request.put(`/api/products/${id}`, { data: { ...product, facts } })
    expect(response.ok(), await response.text()).toBe(true)
  }
  const slug = `two-gifts-${Date.now()}`
  const content = `<p>${'Wash your face. '.repeat(6)}</p><div data-product-id="${first!.id}"></div><div data-product-id="${second!.id}"></div>`
  const draft = await page.request.post('/api/posts/drafts', {
    data: fixturePost({ slug, title: 'Two gifts', content, publishedAt: new Date().toISOString() }),
  })
  const { id } = (await draft.json()) as { id: number }
  await page.goto(`/admin/posts/${id}`)
  await page.getByRole('combobox', { name: 'Category' }).selectOption({ index: 1 })
  const cards = page.getByText('Gift from the brand')
  await expect(cards).toHaveCount(2)

  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Two products here were gifts, and the article has no label.')
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/gift-dialog.png` })
  await dialog.getByRole('button', { name: 'Label as gifted' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'It is on your site:' })).toBeVisible()
  const post = (await (await page.request.get(`/api/posts/${slug}`)).json()) as { kicker: string; label: string }
  expect(post).toMatchObject({ label: 'gifted', kicker: 'Gifted by Oatwhistle' })
})
