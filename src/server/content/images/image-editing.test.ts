import { access } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeCategory, makePost, makeProduct } from '../../../../test/factories.ts'
import { animation, imageForm, plainPicture } from '../../../../test/pictures.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { OwnerImage } from '../../../contract/content/images.ts'
import type { Post } from '../../../contract/content/posts.ts'
import { readSettings, readStored, saveSettings, saveStored } from '../../accounts/settings/settings.repo.ts'
import { createImageStore } from './image-store.ts'
import { purgeImages } from './purge-images.ts'

let count = 0

/** A file that no other test uploads. */
function newFile(width = 400): Promise<Buffer> {
  return plainPicture(width, 201 + ++count)
    .jpeg()
    .toBuffer()
}

async function upload({ asOwner }: TestApp, file?: Buffer, name = 'picture.jpg'): Promise<OwnerImage> {
  const response = await asOwner('/api/images', { body: imageForm(file ?? (await newFile()), name, 'A jar') })
  expect(response.status).toBe(201)
  return (await response.json()) as OwnerImage
}

async function read<T>({ asOwner }: TestApp, address: string): Promise<T> {
  const response = await asOwner(address)
  expect(response.status, address).toBe(200)
  return (await response.json()) as T
}

const save = ({ asOwner }: TestApp, { id, altText }: OwnerImage, changes: object) =>
  asOwner(`/api/images/${id}`, { method: 'PUT', json: { altText, ...changes } })

const replace = async ({ asOwner }: TestApp, { id }: OwnerImage, file: Buffer, headers = {}) =>
  asOwner(`/api/images/${id}/file`, { body: imageForm(file, 'new.jpg'), headers })

test('an image is renamed, and a name that says nothing does not describe it', async () => {
  const app = await testApp()
  const image = await upload(app, undefined, 'IMG_1.jpg')
  const renamed = (await (await save(app, image, { fileName: ' oat-cream.jpg ' })).json()) as OwnerImage
  expect(renamed).toMatchObject({ fileName: 'oat-cream.jpg', altText: 'A jar', isDescribed: true, url: image.url })
  expect(await (await save(app, image, { fileName: 'A jar.jpg' })).json()).toMatchObject({ isDescribed: false })
  const refused = await save(app, image, { fileName: ' ' })
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('Please enter a name')])
})

test('a focal point is part of the picture wherever it is shown, and the centre of none', async () => {
  const app = await testApp()
  const image = await upload(app)
  expect(image.picture).not.toHaveProperty('focus')
  await makePost(app.db, { slug: 'focused', cover_image: image.url, published_at: '2026-01-01T00:00:00.000Z' })
  await makeProduct(app.db, { image_url: image.url })
  const saved = (await (await save(app, image, { focus: { x: 20, y: 80 } })).json()) as OwnerImage
  expect(saved.picture.focus).toEqual({ x: 20, y: 80 })
  expect((await read<Post>(app, '/api/posts/focused')).picture!.focus).toEqual({ x: 20, y: 80 })
  const [product] = await read<{ picture: object }[]>(app, '/api/products')
  expect(product!.picture).toMatchObject({ focus: { x: 20, y: 80 } })
  const untouched = (await (await save(app, image, {})).json()) as OwnerImage
  expect(untouched.picture.focus).toEqual({ x: 20, y: 80 })
  const centred = (await (await save(app, image, { focus: { x: 50, y: 50 } })).json()) as OwnerImage
  expect(centred.picture).not.toHaveProperty('focus')
  for (const focus of [{ x: -1, y: 0 }, { x: 0, y: 101 }, { x: 0.5, y: 0 }, { x: 1 }])
    expect((await save(app, image, { focus })).status).toBe(400)
})

test('tags are added to and removed from several images, filtered and counted', async () => {
  const app = await testApp()
  const [one, two] = [await upload(app), await upload(app)]
  const tag = (ids: number[], add: string[], remove: string[] = []) =>
    app.asOwner('/api/images/tags', { json: { ids, add, remove } })
  expect((await tag([one.id, two.id], [' Oat  Cream ', 'winter'])).status).toBe(200)
  expect((await tag([two.id], ['oat cream', 'jars & tubes'], ['winter'])).status).toBe(200)
  expect((await read<OwnerImage>(app, `/api/images/${two.id}`)).tags).toEqual(['jars & tubes', 'oat cream'])
  expect(await read(app, '/api/images/tags')).toEqual([
    { tag: 'jars & tubes', images: 1 },
    { tag: 'oat cream', images: 2 },
    { tag: 'winter', images: 1 },
  ])
  const withTag = async (value: string) =>
    (await read<OwnerImage[]>(app, `/api/images?tag=${encodeURIComponent(value)}`)).map(({ id }) => id).sort()
  expect(await withTag('Oat Cream')).toEqual([one.id, two.id])
  expect(await withTag('cream')).toEqual([])
  expect(await withTag('winter')).toEqual([one.id])
  expect((await read<OwnerImage[]>(app, '/api/images?q=winter')).map(({ id }) => id)).toEqual([one.id])
  for (const wrong of ['', '"', 'x'.repeat(41)]) expect((await tag([one.id], [wrong])).status, wrong).toBe(400)
  const many = Array.from({ length: 19 }, (_, index) => `tag ${index}`)
  const refused = await tag([one.id], many)
  expect([refused.status, await refused.json()]).toEqual([422, { message: 'An image has at most 20 tags' }])
  expect((await read<OwnerImage>(app, `/api/images/${one.id}`)).tags).toEqual(['oat cream', 'winter'])
})

test('a crop is an image of its own, and cropping twice makes one', async () => {
  const app = await testApp()
  const left = await plainPicture(100, 100, '#ff0000').png().toBuffer()
  const file = await plainPicture(300, 100, '#0000ff')
    .composite([{ input: left, left: 0, top: 0 }])
    .jpeg()
    .toBuffer()
  const image = await upload(app, file)
  await app.asOwner('/api/images/tags', { json: { ids: [image.id], add: ['red'], remove: [] } })
  const crop = (area: object) => app.asOwner(`/api/images/${image.id}/crop`, { json: area })
  const first = await crop({ left: 0, top: 0, width: 90, height: 100 })
  expect(first.status).toBe(201)
  const part = (await first.json()) as OwnerImage
  expect(part).toMatchObject({
    altText: 'A jar',
    fileName: 'picture.jpg',
    tags: ['red'],
    picture: { width: 90, height: 100 },
  })
  const [r = 0, g = 0, b = 0] = await sharp(path.join(app.mediaDir, part.picture.key, 'source'))
    .raw()
    .toBuffer()
  expect([r > 240, g < 20, b < 20]).toEqual([true, true, true])
  expect(await read(app, `/api/images/${image.id}`)).toMatchObject({ picture: { key: image.picture.key } })
  const again = await crop({ left: 0, top: 0, width: 90, height: 100 })
  expect([again.status, ((await again.json()) as OwnerImage).id]).toEqual([200, part.id])
  const outside = await crop({ left: 250, top: 0, width: 90, height: 100 })
  expect([outside.status, await outside.json()]).toEqual([422, { message: 'The part is outside of the picture.' }])
  expect((await crop({ left: 0, top: 0, width: 3, height: 100 })).status).toBe(400)
  const moving = await upload(app, await animation('gif', 3))
  const refused = await app.asOwner(`/api/images/${moving.id}/crop`, {
    json: { left: 0, top: 0, width: 20, height: 20 },
  })
  expect([refused.status, await refused.json()]).toEqual([422, { message: 'An animation cannot be cropped.' }])
})

test('a replaced file is shown everywhere under the same id, and undone everywhere', async () => {
  const app = await testApp()
  const image = await upload(app)
  const content = `<p>Wash your face with lukewarm water, gently, and pat it dry.</p><p><img src="/media/${image.picture.key}/320.webp" alt=""></p>`
  const post = await makePost(app.db, {
    slug: 'shows-it',
    cover_image: image.url,
    content,
    published_at: '2026-01-01T00:00:00.000Z',
  })
  await makeProduct(app.db, { image_url: image.url })
  await makeCategory(app.db, { image_url: image.url })
  await saveSettings(app.db, { heroImage: image.url }, '2026-03-10T15:00:00.000Z')
  await app.db.updateTable('users').set({ image: image.url }).execute()
  const { version } = await app.db
    .selectFrom('posts')
    .select('version')
    .where('id', '=', post)
    .executeTakeFirstOrThrow()
  const uses = await read<unknown[]>(app, `/api/images/${image.id}/uses`)

  const file = await newFile(500)
  const response = await replace(app, image, file)
  expect(response.status, await response.clone().text()).toBe(200)
  const replaced = (await response.json()) as OwnerImage
  expect(replaced).toMatchObject({
    id: image.id,
    altText: 'A jar',
    fileName: 'new.jpg',
    bytes: file.length,
    replacedAt: expect.any(String),
  })
  expect(replaced.url).not.toBe(image.url)
  expect(await read(app, `/api/images/${image.id}/uses`)).toEqual(uses)
  const shown = async () => {
    const { coverImage, content, picture } = await read<Post>(app, '/api/posts/shows-it')
    return { coverImage, key: picture!.key, isInText: content.includes(replaced.picture.key) }
  }
  expect(await shown()).toEqual({ coverImage: replaced.url, key: replaced.picture.key, isInText: true })
  expect((await read<{ heroImage: string }>(app, '/api/site')).heroImage).toBe(replaced.url)
  // An editor that is open meanwhile learns of it when it saves.
  expect(await app.db.selectFrom('posts').select('version').where('id', '=', post).executeTakeFirst()).toEqual({
    version: version + 1,
  })

  const undone = await app.asOwner(`/api/images/${image.id}/file/undo`, { method: 'POST' })
  expect(undone.status).toBe(200)
  expect(await undone.json()).toMatchObject({ id: image.id, url: image.url, fileName: 'picture.jpg' })
  expect(await shown()).toEqual({ coverImage: image.url, key: image.picture.key, isInText: false })
  expect(await read(app, `/api/images/${image.id}/uses`)).toEqual(uses)
})

test('a replaced file is shown in working copies too, and forms that are open learn of it', async () => {
  const app = await testApp()
  const image = await upload(app)
  const now = '2026-03-10T15:00:00.000Z'
  const post = await makePost(app.db, { slug: 'has-a-copy', published_at: '2026-01-01T00:00:00.000Z' })
  const draft = JSON.stringify({ content: `<p><img src="/media/${image.picture.key}/320.webp"></p>`, coverImage: '' })
  await app.db.insertInto('post_drafts').values({ post_id: post, title: 'Copy', draft, updated_at: now }).execute()
  await saveSettings(app.db, { heroImage: image.url }, now)
  await saveStored(app.db, { key: '#appearance', value: { favicon: image.url }, now })
  const versions = async () => {
    const { version } = await app.db
      .selectFrom('posts')
      .select('version')
      .where('id', '=', post)
      .executeTakeFirstOrThrow()
    return [version, (await readStored(app.db, '#appearance')).version, (await readSettings(app.db)).version]
  }
  const before = await versions()
  const replaced = (await (await replace(app, image, await newFile())).json()) as OwnerImage
  const copy = await app.db.selectFrom('post_drafts').select('draft').executeTakeFirstOrThrow()
  expect(JSON.parse(copy.draft)).toEqual({ content: `<p><img src="${replaced.url}"></p>`, coverImage: '' })
  expect((await readStored(app.db, '#appearance')).value).toEqual({ favicon: replaced.url })
  expect(await versions()).toEqual(before.map((version) => version + 1))
  expect((await app.asOwner(`/api/images/${image.id}/file/undo`, { method: 'POST' })).status).toBe(200)
  expect(await app.db.selectFrom('post_drafts').select('draft').executeTakeFirst()).toEqual({
    draft: draft.replace(/\/media[^"\\]*/, image.url),
  })
})

test('two replacements at once both act, and both files can be brought back', async () => {
  const app = await testApp()
  const image = await upload(app)
  const responses = await Promise.all([replace(app, image, await newFile()), replace(app, image, await newFile())])
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  expect(await app.db.selectFrom('image_versions').selectAll().execute()).toHaveLength(2)
})

test('a replacement sent twice acts once, and the same file again changes nothing', async () => {
  const app = await testApp()
  const image = await upload(app)
  const file = await newFile()
  const headers = { 'idempotency-key': 'replace-once' }
  const first = await (await replace(app, image, file, headers)).json()
  expect(await (await replace(app, image, file, headers)).json()).toEqual(first)
  expect(await (await replace(app, image, file)).json()).toEqual(first)
  expect(await app.db.selectFrom('image_versions').selectAll().execute()).toHaveLength(1)
})

test('a file of another image, a picture that is none and an image without an earlier file are refused', async () => {
  const app = await testApp()
  const file = await newFile()
  await upload(app, file)
  const image = await upload(app)
  const other = await replace(app, image, file)
  expect([other.status, await other.json()]).toEqual([
    409,
    { message: 'This file is in the library as another image. Please choose that one instead.' },
  ])
  expect((await replace(app, image, Buffer.alloc(100))).status).toBe(415)
  const undo = await app.asOwner(`/api/images/${image.id}/file/undo`, { method: 'POST' })
  expect([undo.status, await undo.json()]).toEqual([409, { message: 'There is no earlier file of this image' }])
  expect((await app.asOwner('/api/images/999/file', { body: imageForm(await newFile()) })).status).toBe(404)
  expect(await read(app, `/api/images/${image.id}`)).toEqual(image)
})

test('a former file is purged after 30 days unless a revision shows it', async () => {
  const app = await testApp()
  const [unused, revised] = [await upload(app), await upload(app)]
  const input = {
    title: 'Washing',
    slug: 'washing',
    coverImage: revised.url,
    content: `<p>${'Wash your face gently. '.repeat(4)}</p>`,
  }
  expect((await app.asOwner('/api/posts', { json: input })).status).toBe(201)
  for (const image of [unused, revised]) expect((await replace(app, image, await newFile())).status).toBe(200)
  const exists = async ({ picture }: OwnerImage) =>
    access(path.join(app.mediaDir, picture.key)).then(
      () => true,
      () => false,
    )
  const purge = (now: string) => purgeImages(app.db, createImageStore(app.media), new Date(now))
  await purge('2026-04-08T00:00:00.000Z')
  expect([await exists(unused), await exists(revised)]).toEqual([true, true])
  await purge('2026-04-12T00:00:00.000Z')
  expect([await exists(unused), await exists(revised)]).toEqual([false, true])
  expect(await read(app, `/api/images/${unused.id}`)).toMatchObject({ replacedAt: null })
})

test('a transparent picture has no placeholder, an opaque one with an alpha channel has', async () => {
  const app = await testApp()
  const clear = {
    create: { width: 80, height: 60, channels: 4 as const, background: { r: 200, g: 0, b: 0, alpha: 0 } },
  }
  const hole = await sharp(clear)
    .composite([{ input: await plainPicture(40, 60).png().toBuffer(), left: 0, top: 0 }])
    .png()
    .toBuffer()
  expect((await upload(app, hole)).picture.placeholder).toBe('')
  const opaque = await plainPicture(80, 61).ensureAlpha().png().toBuffer()
  expect((await upload(app, opaque)).picture.placeholder).toMatch(/^data:image\/webp/)
})
