import { expect, openAdmin, test } from './isolated-test.ts'

/** Pages and lists that a reader gets. */
const pages = [
  '/',
  '/blog',
  '/shop',
  '/about',
  '/contact',
  '/search?q=cleanser',
  '/newsletter',
  '/feed.xml',
  '/sitemap.xml',
]
const lists = ['/api/posts', '/api/categories', '/api/products', '/api/products/categories', '/feed.json', '/api/site']

for (const width of [360, 1280]) {
  test(`the demo content goes with one button and comes back with another, at ${width} px`, {
    tag: width === 1280 ? '@gate' : [],
  }, async ({ page }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width, height: 800 })
    const read = async (paths: string[]) => {
      const bodies: string[] = []
      for (const path of paths) bodies.push(`${path} ${await (await page.request.get(path)).text()}`)
      return bodies
    }
    const before = await read(lists)
    const edited = '/api/posts/how-to-patch-test'
    expect((await page.request.get(edited)).status()).toBe(200)

    await openAdmin(page, '/admin')
    await page.getByRole('button', { name: 'Remove demo content' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Remove the demo content?' })
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Remove demo content' }).press('Enter')
    await dialog.getByRole('button', { name: 'Remove demo content' }).click()
    await expect(dialog).toHaveCount(0)

    expect((await page.request.get(edited)).status()).toBe(404)
    for (const path of pages) {
      const response = await page.request.get(path)
      expect(response.status(), path).toBe(200)
      expect(await response.text(), path).not.toMatch(/Nora|Hushmoss|Oatwhistle|patch test|hello@dewlight\.example/)
    }
    // The site is new again; the welcome comes once.
    await openAdmin(page, '/admin')
    const skip = page.getByRole('button', { name: 'Skip for now' })
    const undo = page.getByRole('button', { name: 'Undo removal' })
    await expect(skip.or(undo)).toBeVisible()
    if (await skip.isVisible()) await skip.click()
    await undo.click()
    await expect(page.getByRole('button', { name: 'Remove demo content' })).toBeVisible()
    expect(await read(lists)).toEqual(before)
  })
}

test('a removal lists what was changed in the demo, and keeps it', { tag: '@gate' }, async ({ page }) => {
  const { id, ...post } = (await (await page.request.get('/api/posts/how-to-patch-test')).json()) as {
    id: number
    title: string
  }
  const saved = await page.request.put(`/api/posts/${id}`, { data: { ...input(post), title: 'How I patch test' } })
  expect(saved.status(), await saved.text()).toBe(200)
  await openAdmin(page, '/admin')
  await page.getByRole('button', { name: 'Remove demo content' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText('You changed 1 of them:')).toBeVisible()
  await expect(dialog.getByText('How I patch test')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: 'Keep them' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Remove demo content' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await (await page.request.get('/api/posts')).json()) as { title: string }[]).toMatchObject([
    { title: 'How I patch test' },
  ])
  await page.getByRole('button', { name: 'Undo removal' }).click()
  await expect(page.getByRole('button', { name: 'Remove demo content' })).toBeVisible()
})

/** Returns the fields of a post that the editor would send. */
function input(post: object): object {
  const fields = [
    ...['slug', 'excerpt', 'content', 'coverImage', 'imageAlt', 'isPinOptimized', 'pinText', 'metaTitle'],
    ...['metaDescription', 'keywords', 'categoryId', 'isFeatured', 'linkIngredients', 'publishedAt'],
  ]
  return Object.fromEntries(Object.entries(post).filter(([key]) => fields.includes(key)))
}
