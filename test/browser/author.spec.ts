import type { Page } from '@playwright/test'
import type { Image } from '../../src/contract/images.ts'
import { expect, test } from './isolated-test.ts'

const path = '/blog/retinol-for-beginners'

test('the author stands above and below each article and in its structured data, once the settings name her', async ({
  page,
}) => {
  const [image] = (await (await page.request.get('/api/images')).json()) as Image[]
  const links = ['https://social.example/@mara', 'https://pictures.example/mara']
  const save = async (author: Record<string, string>) =>
    expect((await page.request.put('/api/settings', { data: author })).status()).toBe(200)
  const none = { authorName: '', authorBio: '', authorImage: '', authorLinks: '' }
  await save(none)
  await page.goto(path)
  await expect(page.locator('.byline, .author-box')).toHaveCount(0)
  await save({
    authorName: 'Mara Vale',
    authorBio: 'Writes slowly.',
    authorImage: image!.url,
    authorLinks: `${links[0]}\n\n  ${links[1]}`,
  })
  try {
    await page.goto(path)
    await expect(page.locator('.byline')).toHaveText('By Mara Vale')
    const box = page.getByRole('region', { name: 'Mara Vale' })
    await expect(box).toContainText('Writes slowly.')
    await expect(box.getByRole('list').getByRole('link').first()).toHaveAttribute('href', links[0]!)
    expect(await authorOf(page)).toMatchObject({ '@type': 'Person', name: 'Mara Vale', sameAs: links })
  } finally {
    await save(none)
  }
  await page.goto(path)
  expect(await authorOf(page)).toMatchObject({ '@type': 'Organization' })
})

async function authorOf(page: Page): Promise<unknown> {
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
  const article = blocks.map((text) => JSON.parse(text)).find((data) => data['@type'] === 'Article')
  expect(article.dateModified).toMatch(/^\d{4}-/)
  return article.author
}
