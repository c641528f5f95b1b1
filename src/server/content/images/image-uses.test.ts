import { expect, test, vi } from 'vitest'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import { imageForm, plainPicture } from '../../../../test/pictures.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { OwnerImage } from '../../../contract/content/images.ts'
import type { EditablePost } from '../../../contract/content/posts.ts'
import { createImageStore } from './image-store.ts'
import { listImageUses, replaceImageUrls, scanPosts } from './image-uses.repo.ts'
import { purgeImages } from './purge-images.ts'

async function upload({ asOwner }: TestApp): Promise<OwnerImage> {
  const file = await plainPicture(60, 40).jpeg().toBuffer()
  const response = await asOwner('/api/images', { body: imageForm(file, 'picture.jpg') })
  return (await response.json()) as OwnerImage
}

/** Rows of images without files. */
async function makeImages({ db }: TestApp, count: number, deleted_at: string | null = null): Promise<number[]> {
  const image = { alt_text: '', width: 1, height: 1, widths: '[1]', placeholder: '', deleted_at }
  const rows = Array.from({ length: count }, (_, index) => {
    const key = `key${String(index).padStart(21, '0')}`
    return { ...image, key, url: `/media/${key}/1.jpg`, created_at: '2026-01-01T00:00:00.000Z' }
  })
  const inserted = await db.insertInto('images').values(rows).returning('id').execute()
  return inserted.map(({ id }) => id)
}

/** The statements that the app runs from now on, in order. */
function recordQueries({ queries }: TestApp): () => string[] {
  const set = vi.spyOn(queries, 'set')
  return () => set.mock.calls.map(([text]) => text)
}

test('deleting many images reads the posts once, and not in the transaction', async () => {
  const app = await testApp()
  for (let index = 0; index < 5; index++) await makePost(app.db, { content: '<p><img src="/media/other/640.jpg"></p>' })
  const ids = await makeImages(app, 100)
  await app.cookie()
  const recorded = recordQueries(app)
  expect((await app.asOwner('/api/images/delete', { json: { ids } })).status).toBe(200)
  const texts = recorded()
  const isRead = (text: string) => /from "posts"/.test(text) && text.includes('"content"')
  expect(texts.filter(isRead)).toHaveLength(1)
  expect(texts.slice(texts.findIndex((text) => text.startsWith('begin'))).filter(isRead)).toEqual([])
})

test('purging many images reads posts and revisions once', async () => {
  const app = await testApp()
  await makePost(app.db, { content: '<p><img src="/media/other/640.jpg"></p>' })
  await makeImages(app, 90, '2026-01-01T00:00:00.000Z')
  const recorded = recordQueries(app)
  expect(await purgeImages(app.db, createImageStore(app.media), new Date('2026-03-01T00:00:00.000Z'))).toBe(90)
  expect(recorded().filter((text) => text.includes('"posts"'))).toHaveLength(1)
  expect(recorded().filter((text) => text.includes('"post_revisions"'))).toHaveLength(1)
})

test('a post that was saved, created or deleted after the scan is seen by the check in the transaction', async () => {
  const app = await testApp()
  const image = await upload(app)
  const shows = `<p>Wash your face with lukewarm water.</p><img src="${image.url}">`
  const removed = await makePost(app.db, { title: 'Removed', content: shows })
  const emptied = await makePost(app.db, { title: 'Emptied', content: shows })
  const filled = await makePost(app.db, { title: 'Filled' })
  const known = await scanPosts(app.db, [image.picture.key])
  const titles = async () => (await listImageUses(app.db, [image], known)).map(({ title }) => title)
  expect(await titles()).toEqual(['Removed', 'Emptied'])

  const save = (id: number, content: string) =>
    app.asOwner(`/api/posts/${id}`, {
      method: 'PUT',
      json: { title: 'Saved', slug: `saved-${id}`, coverImage: '/media/none/640.jpg', content },
    })
  const text = '<p>Wash your face with lukewarm water, gently, and pat it dry with a clean towel.</p>'
  expect((await save(filled, text + shows)).status).toBe(200)
  expect((await save(emptied, text)).status).toBe(200)
  expect((await app.asOwner(`/api/posts/${removed}`, { method: 'DELETE' })).status).toBe(200)
  await makePost(app.db, { title: 'New', cover_image: image.url })
  expect(await titles()).toEqual(['Saved', 'New'])
})

test('an image of a draft or of a working copy is in use, and its file is kept', async () => {
  const app = await testApp()
  const image = await upload(app)
  const published_at = '2026-03-01T00:00:00.000Z'
  const id = await makePost(app.db, { title: 'Public', cover_image: 'https://example.com/a.jpg', published_at })
  const source = (await (await app.asOwner(`/api/posts/${id}/source`)).json()) as EditablePost
  const draft = { title: 'Public', content: `<p>New</p><img src="${image.url}" alt="">`, coverImage: image.url }
  const response = await app.asOwner(`/api/posts/${id}/draft`, { method: 'PUT', json: { ...draft, slug: source.slug } })
  expect(response.status).toBe(200)
  const begun = (await (await app.asOwner('/api/posts/drafts', { json: { coverImage: image.url } })).json()) as {
    id: number
  }
  const uses = await (await app.asOwner(`/api/images/${image.id}/uses`)).json()
  expect(uses).toMatchObject([
    { id, title: 'Public', place: 'cover' },
    { id, title: 'Public', place: 'text' },
    { id: begun.id, title: '', place: 'cover' },
  ])
  expect((await app.asOwner(`/api/images/${image.id}`, { method: 'DELETE' })).status).toBe(409)
  await app.db.deleteFrom('posts').where('id', '=', begun.id).execute()
  await app.db.updateTable('images').set({ deleted_at: '2026-01-01T00:00:00.000Z' }).execute()
  expect(await purgeImages(app.db, createImageStore(app.media), new Date('2026-03-01T00:00:00.000Z'))).toBe(0)
})

test('an image of a pin or among the further pictures of a product is in use, kept, and replaced there too', async () => {
  const app = await testApp()
  const image = await upload(app)
  const facts = JSON.stringify({ moreImages: [image.url] })
  const product = await makeProduct(app.db, { name: 'Oat Cream', facts })
  const published = await makePost(app.db, { title: 'Public', published_at: '2026-03-01T00:00:00.000Z' })
  const source = (await (await app.asOwner(`/api/posts/${published}/source`)).json()) as EditablePost
  const draft = { title: 'Public', content: '', slug: source.slug, pinImage: image.url }
  expect((await app.asOwner(`/api/posts/${published}/draft`, { method: 'PUT', json: draft })).status).toBe(200)
  const post = await makePost(app.db, { title: 'With a pin', pin_image: image.url })
  const uses = await (await app.asOwner(`/api/images/${image.id}/uses`)).json()
  expect(uses).toMatchObject([
    { kind: 'post', id: published, place: 'pin' },
    { kind: 'post', id: post, place: 'pin' },
    { kind: 'product', id: product, place: 'furtherPictures' },
  ])
  expect((await app.asOwner(`/api/images/${image.id}`, { method: 'DELETE' })).status).toBe(409)

  const url = '/media/another/60.jpg'
  await replaceImageUrls(app.db, { key: image.picture.key, url, now: '2026-04-01T00:00:00.000Z' })
  const stored = await app.db.selectFrom('products').select(['facts', 'version']).executeTakeFirstOrThrow()
  expect(stored).toEqual({ facts: JSON.stringify({ moreImages: [url] }), version: 2 })
  const { pin_image } = await app.db
    .selectFrom('posts')
    .select('pin_image')
    .where('id', '=', post)
    .executeTakeFirstOrThrow()
  expect(pin_image).toBe(url)
})

test('the files of deleted images stay while a pin or a product can still show them', async () => {
  const app = await testApp()
  const [pinned, further, unused] = await makeImages(app, 3, '2026-01-01T00:00:00.000Z')
  const urls = await app.db.selectFrom('images').select(['id', 'url']).orderBy('id').execute()
  const urlOf = (id: number | undefined) => urls.find((image) => image.id === id)!.url
  await makePost(app.db, { pin_image: urlOf(pinned) })
  await makeProduct(app.db, { facts: JSON.stringify({ moreImages: [urlOf(further)] }) })
  expect(await purgeImages(app.db, createImageStore(app.media), new Date('2026-03-01T00:00:00.000Z'))).toBe(1)
  const kept = await app.db.selectFrom('images').select('id').orderBy('id').execute()
  expect(kept.map(({ id }) => id)).not.toContain(unused)
})
