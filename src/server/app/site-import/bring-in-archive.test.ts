import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addPicture } from '../../../../test/add-picture.ts'
import { makePost } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { SiteImport, SiteImports } from '../../../contract/app/site-imports.ts'
import { writeArchive } from '../site-export/write-archive.ts'

const list = async ({ asOwner }: TestApp) => (await (await asOwner('/api/site-imports')).json()) as SiteImports
const bringIn = ({ asOwner }: TestApp) => asOwner('/api/site-imports/archive', { method: 'POST' })

/** An archive of a site with one post and one picture. */
async function archive(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const app = await testApp({ settings: { brand: 'The old name' } })
  await makePost(app.db, { slug: 'winter-toner', cover_image: await addPicture(app) })
  const file = path.join(folder, 'site.zip')
  const db = app.openDb()
  const { signal } = new AbortController()
  const now = new Date('2026-03-10T15:00:00.000Z')
  await writeArchive({ db, media: app.media, file, origin: 'https://old.example', now, signal }).finally(() =>
    db.destroy(),
  )
  return file
}

/** A site to which the file was uploaded. */
async function siteWith(file: string, media?: TestApp['media']) {
  const app = await testApp(media && { media })
  const uploads = path.join(app.dataDir, 'imports', '.uploads')
  mkdirSync(uploads, { recursive: true })
  copyFileSync(file, path.join(uploads, 'site.zip'))
  return app
}

test('an archive comes into an empty site as a whole, is refused where there is content, and one that fails leaves nothing', async () => {
  const file = await archive()
  const { media } = await testApp()
  const failing = await siteWith(file, {
    ...media,
    writeSource: () => Promise.reject(new Error('No place for pictures')),
  })
  expect((await list(failing)).archive).toMatchObject({
    ...{ name: 'site.zip', siteUrl: 'https://old.example', texts: 1, pictures: 1, products: 0, refusal: null },
  })
  expect((await failing.request('/api/site-imports/archive', { method: 'POST' })).status).toBe(401)
  expect((await bringIn(failing)).status).toBe(202)
  await failing.jobs.settled()
  const failed = await list(failing)
  expect(failed.current).toMatchObject({ state: 'failed', error: 'No place for pictures', isArchive: true })
  expect(await failing.db.selectFrom('posts').select('id').execute()).toEqual([])

  const app = await siteWith(file)
  const started = await bringIn(app)
  expect(started.status).toBe(202)
  expect(await started.json()).toMatchObject({ state: 'importing', isArchive: true, siteUrl: 'https://old.example' })
  expect((await bringIn(app)).status).toBe(409)
  await app.jobs.settled()
  expect((await list(app)).current).toMatchObject({ state: 'done', canUndo: false, counts: [] })
  expect(await app.db.selectFrom('posts').select('slug').execute()).toEqual([{ slug: 'winter-toner' }])
  expect(app.purged).toContainEqual([''])
  expect(readdirSync(path.join(app.dataDir, 'imports'))).toEqual([])
  const { brand } = (await (await app.request('/api/site')).json()) as { brand: string }
  expect(brand).toBe('The old name')

  mkdirSync(path.join(app.dataDir, 'imports', '.uploads'))
  copyFileSync(file, path.join(app.dataDir, 'imports', '.uploads', 'site.zip'))
  expect((await list(app)).archive?.refusal).toContain('The site has content already')
  expect((await bringIn(app)).status).toBe(409)
})

test('an archive that is cancelled changes nothing, and one whose process was killed begins again', async () => {
  const file = await archive()
  const { media } = await testApp()
  const { promise, resolve: send } = Promise.withResolvers<void>()
  const writeSource: TestApp['media']['writeSource'] = async (...given) => {
    await promise
    return media.writeSource(...given)
  }
  const app = await siteWith(file, { ...media, writeSource })
  const { id } = (await (await bringIn(app)).json()) as SiteImport
  expect((await app.asOwner(`/api/site-imports/${id}/cancel`, { method: 'POST' })).status).toBe(200)
  send()
  await app.jobs.settled()
  expect(await list(app)).toMatchObject({ current: null, archive: { refusal: null } })
  expect(await app.db.selectFrom('posts').select('id').execute()).toEqual([])
  // As a killed process leaves it.
  const source = JSON.stringify({ isArchive: true, folder: null, siteUrl: '' })
  await app.db
    .insertInto('site_imports')
    .values({
      file_name: 'site.zip',
      site_name: '',
      site_url: '',
      state: 'importing',
      created_at: '2026-03-10T15:00:00.000Z',
      source,
    })
    .execute()
  await app.asOwner('/api/jobs/site-import/run', { method: 'POST' })
  await app.jobs.settled()
  expect((await list(app)).current).toMatchObject({ state: 'done' })
  expect(await app.db.selectFrom('posts').select('slug').execute()).toEqual([{ slug: 'winter-toner' }])
})
