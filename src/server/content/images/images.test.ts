import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeCategory, makePost, makeProduct } from '../../../../test/factories.ts'
import { imageForm, plainPicture } from '../../../../test/pictures.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { ImageInUse, ImageUse, OwnerImage } from '../../../contract/content/images.ts'
import { saveSettings } from '../../accounts/settings/settings.repo.ts'
import { createImageStore } from './image-store.ts'
import { createVariantMaker } from './image-variants.ts'
import { purgeImages } from './purge-images.ts'

let count = 0

/** A new image, none like another. */
async function upload({ asOwner }: TestApp, name = 'picture.jpg', altText?: string): Promise<OwnerImage> {
  const file = await plainPicture(60 + ++count, 40)
    .jpeg()
    .toBuffer()
  const response = await asOwner('/api/images', { body: imageForm(file, name, altText) })
  expect(response.status).toBe(201)
  return (await response.json()) as OwnerImage
}

async function read<T>({ asOwner }: TestApp, address: string): Promise<T> {
  const response = await asOwner(address)
  expect(response.status, address).toBe(200)
  return (await response.json()) as T
}

async function names(app: TestApp, query = ''): Promise<string[]> {
  return (await read<OwnerImage[]>(app, `/api/images${query}`)).map(({ fileName }) => fileName)
}

test('the library is searched by file name and alt text, ordered, and read page by page', async () => {
  const app = await testApp()
  await upload(app, 'b-jar.jpg', 'A jar of oat cream')
  app.setNow('2026-03-11T15:00:00.000Z')
  await upload(app, 'A-leaf.png', 'A leaf, 100% green')
  app.setNow('2026-03-12T15:00:00.000Z')
  await upload(app, 'c_water.gif')
  expect(await names(app)).toEqual(['c_water.gif', 'A-leaf.png', 'b-jar.jpg'])
  expect(await names(app, '?sort=fileName')).toEqual(['A-leaf.png', 'b-jar.jpg', 'c_water.gif'])
  expect(await names(app, '?direction=asc')).toEqual(['b-jar.jpg', 'A-leaf.png', 'c_water.gif'])
  expect(await names(app, '?q=CREAM%20jar')).toEqual(['b-jar.jpg'])
  expect(await names(app, '?q=0%25')).toEqual(['A-leaf.png'])
  expect(await names(app, '?q=_')).toEqual(['c_water.gif'])
  expect(await names(app, '?q=nothing')).toEqual([])
  expect(await names(app, '?described=false')).toEqual(['c_water.gif'])
  const page = await app.asOwner('/api/images?limit=2&page=1')
  expect(page.headers.get('x-total-count')).toBe('3')
  expect(page.headers.get('link')).toContain('page=2')
  expect(await names(app, '?limit=2&page=2')).toEqual(['b-jar.jpg'])
  for (const query of ['?sort=size', '?page=0', '?limit=1000', '?described=maybe'])
    expect((await app.asOwner(`/api/images${query}`)).status, query).toBe(400)
})

test('an alt text can be changed; a file name does not count as one', async () => {
  const app = await testApp()
  const image = await upload(app, 'IMG_2041.jpg', 'IMG_2041')
  expect(image.isDescribed).toBe(false)
  const save = async (altText: string) => {
    const response = await app.asOwner(`/api/images/${image.id}`, { method: 'PUT', json: { altText } })
    const { altText: saved, isDescribed } = (await response.json()) as OwnerImage
    return [response.status, saved, isDescribed]
  }
  expect(await save('  A jar on a wet stone ')).toEqual([200, 'A jar on a wet stone', true])
  expect(await save('IMG_2041.jpg')).toEqual([200, 'IMG_2041.jpg', false])
  expect(await save('')).toEqual([200, '', false])
  expect((await save('x'.repeat(501)))[0]).toBe(400)
  expect((await save('two\nlines'))[0]).toBe(400)
  expect((await app.asOwner('/api/images/999', { method: 'PUT', json: { altText: 'A' } })).status).toBe(404)
})

test('a deleted image is in no list and can be restored', async () => {
  const app = await testApp()
  const image = await upload(app)
  const address = `/api/images/${image.id}`
  expect((await app.asOwner(address, { method: 'DELETE' })).status).toBe(200)
  expect(await names(app)).toEqual([])
  for (const gone of [address, `${address}/uses`]) expect((await app.asOwner(gone)).status, gone).toBe(404)
  expect((await app.asOwner(address, { method: 'DELETE' })).status).toBe(404)
  expect((await app.asOwner(`${address}/restore`, { method: 'POST' })).status).toBe(200)
  expect(await read(app, address)).toEqual(image)
  expect((await app.asOwner('/api/images/999/restore', { method: 'POST' })).status).toBe(404)
})

test('an image in use is not deleted; the response names its uses', async () => {
  const app = await testApp()
  const image = await upload(app)
  const other = `/media/${image.picture.key}/60.webp`
  const cover = await makePost(app.db, { title: 'The cover', cover_image: image.url, content: `<img src="${other}">` })
  const draft = await makePost(app.db, { title: 'A draft', content: `<p><img src="${other}"></p>`, published_at: null })
  const product = await makeProduct(app.db, { name: 'Oat Cream', image_url: image.url })
  const category = await makeCategory(app.db, { name: 'Creams', image_url: image.url })
  const calm = await app.asOwner('/api/routines', { json: { name: 'Calm', imageUrl: image.url } })
  const routine = ((await calm.json()) as { id: number }).id
  await saveSettings(app.db, { heroImage: image.url }, '2026-01-01T00:00:00.000Z')
  await app.db.updateTable('users').set({ image: image.url }).execute()
  const author = (await app.db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
  await makePost(app.db, { cover_image: image.url, deleted_at: '2026-01-01T00:00:00.000Z' })
  await makePost(app.db, { content: `<p>/media/${image.picture.key}</p>` })

  const uses = [
    { kind: 'post', id: cover, title: 'The cover', place: 'cover' },
    { kind: 'post', id: cover, title: 'The cover', place: 'text' },
    { kind: 'post', id: draft, title: 'A draft', place: 'text' },
    { kind: 'product', id: product, title: 'Oat Cream', place: 'picture' },
    { kind: 'category', id: category, title: 'Creams', place: 'picture' },
    { kind: 'routine', id: routine, title: 'Calm', place: 'picture' },
    { kind: 'settings', id: null, title: 'Settings', place: 'heroImage' },
    { kind: 'author', id: author, title: 'Nora Ellery', place: 'picture' },
  ].map((use) => ({ imageId: image.id, ...use }))
  expect(await read<ImageUse[]>(app, `/api/images/${image.id}/uses`)).toEqual(uses)
  const refused = await app.asOwner(`/api/images/${image.id}`, { method: 'DELETE' })
  expect([refused.status, await refused.json()]).toEqual([
    409,
    { message: 'This image is still in use. Please choose another image there first.', uses },
  ])
  expect(await read(app, `/api/images/${image.id}`)).toEqual(image)
})

test('several images are deleted at once, or none if one of them is in use', async () => {
  const app = await testApp()
  const [first, second, third] = [await upload(app), await upload(app), await upload(app)]
  const post = await makePost(app.db, { title: 'A post', cover_image: second.url })
  const send = (what: string, ids: number[]) => app.asOwner(`/api/images/${what}`, { json: { ids } })
  const refused = await send('delete', [first.id, second.id])
  expect(refused.status).toBe(409)
  expect((await refused.json()) as ImageInUse).toEqual({
    message: 'Of these 2 images, 1 is still in use. Please choose another image there first.',
    uses: [{ imageId: second.id, kind: 'post', id: post, title: 'A post', place: 'cover' }],
  })
  expect(await names(app)).toHaveLength(3)
  expect((await send('delete', [first.id, third.id])).status).toBe(200)
  expect(await read<OwnerImage[]>(app, '/api/images')).toEqual([second])
  expect((await send('restore', [first.id, third.id])).status).toBe(200)
  expect(await names(app)).toHaveLength(3)
})

test('a deleted image is served for 30 days, then purged', async () => {
  const app = await testApp()
  const { db, media, mediaDir } = app
  const store = createImageStore(media)
  const [gone, kept] = [await upload(app), await upload(app)]
  await app.asOwner(`/api/images/${gone.id}`, { method: 'DELETE' })
  const isServed = async () =>
    (await createVariantMaker(media).make(gone.picture.key, gone.picture.width, 'jpg')) !== undefined
  expect(await isServed()).toBe(true)
  expect(await purgeImages(db, store, new Date('2026-04-09T14:00:00.000Z'))).toBe(0)
  expect(await isServed()).toBe(true)
  expect(await purgeImages(db, store, new Date('2026-04-09T15:00:01.000Z'))).toBe(1)
  expect(await isServed()).toBe(false)
  expect((await app.asOwner(`/api/images/${gone.id}/restore`, { method: 'POST' })).status).toBe(404)
  expect(await readdir(mediaDir)).toEqual([kept.picture.key])
})

test.each<[string, (app: TestApp, image: OwnerImage) => Promise<unknown>]>([
  ['a deleted post', ({ db }, { url }) => makePost(db, { cover_image: url, deleted_at: '2026-03-10T15:00:00.000Z' })],
  [
    'a deleted product',
    ({ db }, { url }) => makeProduct(db, { image_url: url, deleted_at: '2026-03-10T15:00:00.000Z' }),
  ],
  [
    'an earlier state of a post',
    async (app, { url }) => {
      const text = '<p>Wash your face with lukewarm water, gently, and pat it dry with a clean towel.</p>'
      const post = { title: 'About a jar', slug: 'about-a-jar', coverImage: '/media/none/640.jpg', content: text }
      const created = await app.asOwner('/api/posts', { json: { ...post, content: `${text}<img src="${url}">` } })
      const { id } = (await created.json()) as { id: number }
      expect((await app.asOwner(`/api/posts/${id}`, { method: 'PUT', json: post })).status).toBe(200)
    },
  ],
])('an image is kept for as long as %s shows it, which could come back', async (_, show) => {
  const app = await testApp()
  const image = await upload(app)
  await show(app, image)
  expect((await app.asOwner(`/api/images/${image.id}`, { method: 'DELETE' })).status).toBe(200)
  const store = createImageStore(app.media)
  expect(await purgeImages(app.db, store, new Date('2027-01-01T00:00:00.000Z'))).toBe(0)
  expect((await app.asOwner(`/api/images/${image.id}/restore`, { method: 'POST' })).status).toBe(200)
})

test('unfinished files of a killed process are deleted; those being written are not', async () => {
  const { db, media, mediaDir } = await testApp()
  const folder = path.join(mediaDir, 'f'.repeat(24))
  await mkdir(folder, { recursive: true })
  for (const name of ['source', 'source.unfinished-1', '320.avif.unfinished-2'])
    await writeFile(path.join(folder, name), 'half')
  const now = new Date()
  await utimes(path.join(folder, 'source.unfinished-1'), now, new Date(now.getTime() - 2 * 60 * 60 * 1000))
  await purgeImages(db, createImageStore(media), now)
  expect((await readdir(folder)).sort()).toEqual(['320.avif.unfinished-2', 'source'])
})

test('the audit trail names the image', async () => {
  const app = await testApp()
  const image = await upload(app, 'jar.jpg', 'A jar of cream')
  await app.asOwner(`/api/images/${image.id}`, { method: 'DELETE' })
  const trail = await read<{ method: string; path: string; subject: string }[]>(app, '/api/audit')
  expect(trail.map(({ method, path: address, subject }) => [method, address, subject])).toEqual([
    ['DELETE', `/images/${image.id}`, 'A jar of cream'],
    ['POST', '/images', 'A jar of cream'],
  ])
})
