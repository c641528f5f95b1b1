import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeCategory, makePost } from '../../../../test/factories.ts'
import { expectSentence, maliciousTexts } from '../../../../test/malicious-input.ts'
import { testApp } from '../../../../test/test-app.ts'
import { saveSettings } from '../../accounts/settings/settings.repo.ts'

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

test('the owner’s logo replaces the default one', async () => {
  const { request, asOwner } = await testApp()
  const square = sharp({ create: { width: 300, height: 300, channels: 3, background: '#0000ff' } })
  const body = new FormData()
  body.set('image', new File([new Uint8Array(await square.png().toBuffer())], 'logo.png', { type: 'image/png' }))
  const { url } = (await (await asOwner('/api/images', { body })).json()) as { url: string }
  expect((await asOwner('/api/settings', { method: 'PUT', json: { logo: url } })).status).toBe(200)
  const image = sharp(Buffer.from(await (await request('/share/site.png')).arrayBuffer()))
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const middle = (400 * info.width + 1068) * info.channels
  const [red, green, blue] = data.subarray(middle, middle + 3)
  expect(red).toBeLessThan(40)
  expect(green).toBeLessThan(40)
  expect(blue).toBeGreaterThan(215)
})
