import { expect, test, vi } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { imageForm, plainPicture } from '../../../../test/pictures.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { OwnerImage } from '../../../contract/images.ts'
import { createImageStore } from './image-store.ts'
import { listImageUses, scanPosts } from './image-uses.repo.ts'
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
