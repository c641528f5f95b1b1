import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeCategory, makePost, makeProduct } from '../../../../test/factories.ts'
import { expectSentence, maliciousTexts } from '../../../../test/malicious-input.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { uploadPicture } from '../../../../test/upload-picture.ts'
import { saveSettings } from '../../accounts/settings/settings.repo.ts'
import { storeDerivedRows } from '../../shop/products/derived-rows.repo.ts'

async function expectShareImage(response: Response, what: string): Promise<void> {
  expect(response.status, what).toBe(200)
  expect(response.headers.get('content-type'), what).toBe('image/png')
  expect(response.headers.get('cache-control'), what).toBe('public, max-age=86400')
  expect(response.headers.get('cross-origin-resource-policy'), what).toBe('cross-origin')
  expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata(), what).toMatchObject({
    format: 'png',
    width: 1200,
    height: 630,
  })
}

test('the site has a share image of 1200 x 630', async () => {
  const { request } = await testApp()
  await expectShareImage(await request('/share/site.png'), 'site')
})

test('a published post has a share image for any title', async () => {
  const { db, request } = await testApp()
  const category = await makeCategory(db, { name: 'Sun & <water>' })
  const titles = [
    'W'.repeat(400),
    'Washing your face',
    'A < B & "C" > \'D\'',
    '<b>bold</b> &amp;',
    'ü'.repeat(300),
    'A long word '.repeat(40),
    '🧴 皮膚 جلد',
  ]
  for (const [i, title] of titles.entries()) {
    await makePost(db, { slug: `title-${i}`, title, category_id: category })
    await expectShareImage(await request(`/share/title-${i}.png`), title)
  }
})

test('a long brand and a long category fit', async () => {
  const { db, request } = await testApp()
  await saveSettings(db, { brand: 'W'.repeat(60) }, '2026-03-10T15:00:00.000Z')
  await expectShareImage(await request('/share/site.png'), 'brand')
  await makePost(db, { slug: 'long', category_id: await makeCategory(db, { name: 'W'.repeat(200) }) })
  await expectShareImage(await request('/share/long.png'), 'category')
})

test('an unknown post has no share image', async () => {
  const { request } = await testApp()
  const names = maliciousTexts.map((text) => `${encodeURIComponent(text.toWellFormed())}.png`)
  for (const name of [...names, 'nothing.png', 'site.png.png', `${'a'.repeat(300)}.png`]) {
    const response = await request(`/share/${name}`)
    expect(response.status, name).toBe(404)
    await expectSentence(response, name)
  }
})

async function expectColour(app: TestApp, path: string, { x, y }: { x: number; y: number }, hex: string) {
  const image = sharp(Buffer.from(await (await app.request(path)).arrayBuffer()))
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * info.channels
  const expected = [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16))
  for (const [channel, value] of expected.entries())
    expect(Math.abs((data[at + channel] ?? -1) - value), `${path}, channel ${channel}`).toBeLessThan(20)
}

const inPicture = { x: 930, y: 400 }

test('the owner’s logo replaces the name of the site', async () => {
  const app = await testApp()
  expect(
    (await app.asOwner('/api/settings', { method: 'PUT', json: { logo: await uploadPicture(app, '#0000ff') } })).status,
  ).toBe(200)
  await expectColour(app, '/share/site.png', { x: 100, y: 540 }, '#0000ff')
})

test('the share image of the site shows its hero, else the newest cover', async () => {
  const app = await testApp()
  await makePost(app.db, { cover_image: await uploadPicture(app, '#00ff00') })
  await expectColour(app, '/share/site.png', inPicture, '#00ff00')
  await app.asOwner('/api/settings', { method: 'PUT', json: { heroImage: await uploadPicture(app, '#ff0000') } })
  await expectColour(app, '/share/site.png', inPicture, '#ff0000')
})

test('a category and its posts without a cover are shared with the picture of the category, else with its newest cover', async () => {
  const app = await testApp()
  const pictured = await makeCategory(app.db, { slug: 'pictured', image_url: await uploadPicture(app, '#ff0000') })
  const plain = await makeCategory(app.db, { slug: 'plain', image_url: '' })
  for (const [slug, category_id] of [
    ['first', pictured],
    ['second', plain],
  ] as const)
    await makePost(app.db, { slug, category_id })
  await makePost(app.db, { category_id: plain, cover_image: await uploadPicture(app, '#00ff00') })
  for (const path of ['/share/categories/pictured.png', '/share/first.png'])
    await expectColour(app, path, inPicture, '#ff0000')
  for (const path of ['/share/categories/plain.png', '/share/second.png'])
    await expectColour(app, path, inPicture, '#00ff00')
  await expectShareImage(await app.request('/share/categories/plain.png'), 'category')
})

test('an ingredient is shared with the picture of a product that has it', async () => {
  const app = await testApp()
  await app.asOwner('/api/ingredients', { json: { name: 'Glycerin' } })
  const facts = JSON.stringify({ keyIngredients: ['Glycerin'] })
  await storeDerivedRows(app.db, [await makeProduct(app.db, { image_url: await uploadPicture(app, '#ff0000'), facts })])
  await expectShareImage(await app.request('/share/ingredients/glycerin.png'), 'ingredient')
  await expectColour(app, '/share/ingredients/glycerin.png', inPicture, '#ff0000')
})

test('an unknown category or ingredient has no share image', async () => {
  const { request } = await testApp()
  for (const path of ['/share/categories/none.png', '/share/ingredients/none.png'])
    expect((await request(path)).status, path).toBe(404)
})
