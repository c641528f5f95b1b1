import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { addPicture } from '../../../../test/add-picture.ts'
import { makePost } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { SiteExportList } from '../../../contract/app/site-exports.ts'
import { verifyArchive } from './verify-archive.ts'

const list = async ({ asOwner }: TestApp) => (await (await asOwner('/api/exports')).json()) as SiteExportList
const begin = ({ asOwner }: TestApp, kind: string) => asOwner('/api/exports', { json: { kind } })
const finished = ({ jobs }: TestApp) => jobs.settled()

test('the owner begins an export, and downloads and deletes it; one of a kind is kept', async () => {
  const app = await testApp({
    isPublic: true,
    writeStatic: async (folder, { onProgress }) => {
      onProgress({ done: 1, total: 2 })
      await mkdir(path.join(folder, 'blog'), { recursive: true })
      await writeFile(path.join(folder, 'blog', 'index.html'), 'Blog')
    },
  })
  await makePost(app.db, { slug: 'a-post-of-hers' })
  const begun = await begin(app, 'archive')
  expect(begun.status).toBe(202)
  expect(((await begun.json()) as SiteExportList).running).toMatchObject({ kind: 'archive' })
  await finished(app)
  const { exports, running, lastError } = await list(app)
  expect({ running, lastError, kinds: exports.map(({ kind }) => kind) }).toEqual({
    running: null,
    lastError: null,
    kinds: ['archive'],
  })
  const file = path.join(app.dataDir, 'exports', exports[0]!.name)
  expect((await verifyArchive(file, { signal: new AbortController().signal })).texts).toEqual({ posts: 1 })
  const response = await app.asOwner(`/api/exports/${exports[0]!.name}`)
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${exports[0]!.name}"`)
  expect((await response.arrayBuffer()).byteLength).toBe(exports[0]!.size)
  app.setNow('2026-03-10T15:05:00.000Z')
  for (const kind of ['archive', 'wordpress', 'ghost', 'static']) {
    expect((await begin(app, kind)).status).toBe(202)
    await finished(app)
  }
  const later = (await list(app)).exports
  expect(later.map(({ kind }) => kind).sort()).toEqual(['archive', 'ghost', 'static', 'wordpress'])
  const zip = await readFile(path.join(app.dataDir, 'exports', later.find(({ kind }) => kind === 'static')!.name))
  expect(zip.includes('blog/index.html')).toBe(true)
  expect(later.map(({ name }) => name)).not.toContain(exports[0]!.name)
  for (const { name } of later)
    expect((await app.asOwner(`/api/exports/${name}`, { method: 'DELETE' })).status).toBe(200)
  expect(await readdir(path.join(app.dataDir, 'exports'))).toEqual([])
  expect((await app.asOwner(`/api/exports/${exports[0]!.name}`)).status).toBe(404)
  expect((await app.request(`/api/exports/${exports[0]!.name}`)).status).toBe(401)
})

/** A site whose storage sends its picture when `send` is called. */
async function slowSite() {
  const { promise, resolve: send } = Promise.withResolvers<undefined>()
  const { media } = await testApp()
  const app = await testApp({ media: { ...media, copySource: () => promise } })
  await addPicture(app)
  return { app, send: () => send(undefined) }
}

test('one export is made at a time, and one that is cancelled leaves nothing', async () => {
  const { app, send } = await slowSite()
  await begin(app, 'archive')
  expect((await begin(app, 'ghost')).status).toBe(409)
  const cancelled = await app.asOwner('/api/exports/cancel', { method: 'POST' })
  expect(((await cancelled.json()) as SiteExportList).running).toBeNull()
  send()
  await finished(app)
  expect(await list(app)).toEqual({ exports: [], running: null, lastError: null })
  expect(await readdir(path.join(app.dataDir, 'exports'))).toEqual([])
  expect((await begin(app, 'wordpress')).status).toBe(202)
  await finished(app)
  expect((await list(app)).exports).toHaveLength(1)
})

test('an export that fails says why, and is not tried again', async () => {
  const media = { copySource: () => Promise.reject(new Error('The disk is gone')) } as never
  const app = await testApp()
  const failing = await testApp({ media: { ...app.media, ...(media as object) } })
  await addPicture(failing)
  await begin(failing, 'archive')
  await finished(failing)
  expect(await list(failing)).toMatchObject({ exports: [], running: null, lastError: 'The disk is gone' })
  await begin(failing, 'static')
  await finished(failing)
  expect((await list(failing)).lastError).toContain('set SITE_URL first')
  expect(await readdir(path.join(failing.dataDir, 'exports'))).toEqual([])
})

test('exports are deleted after seven days, with what a killed process left', async () => {
  const app = await testApp()
  await begin(app, 'wordpress')
  await finished(app)
  const folder = path.join(app.dataDir, 'exports')
  const left = path.join(folder, '.unfinished-abcdef')
  await writeFile(left, '')
  await utimes(left, new Date('2026-03-10'), new Date('2026-03-10'))
  app.setNow('2026-03-17T14:00:00.000Z')
  await app.jobs.runDueJobs()
  expect(await readdir(folder)).toHaveLength(1)
  app.setNow('2026-03-18T16:00:00.000Z')
  await app.jobs.runDueJobs()
  expect(await readdir(folder)).toEqual([])
})
