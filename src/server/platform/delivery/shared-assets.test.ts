import { expect, test } from 'vitest'
import { migratedDatabase } from '../../../../test/test-database.ts'
import { type PrebuiltResponse, prebuildResponse } from './prebuilt-response.ts'
import { createSharedAssets } from './shared-assets.ts'

const day = 24 * 3600 * 1000

function build(...names: string[]): Map<string, PrebuiltResponse> {
  const response = (name: string) =>
    prebuildResponse(200, { identity: Buffer.from(`content of ${name}`) }, { 'content-type': 'text/css' }, '"own"')
  return new Map(names.map((name) => [name, response(name)]))
}

async function setUp() {
  const { db } = await migratedDatabase()
  let now = Date.parse('2026-06-01T12:00:00Z')
  const instance = () => createSharedAssets({ db, headersOf: () => ({ 'x-all': '1' }), clock: () => new Date(now) })
  return { db, instance, pass: (ms: number) => (now += ms) }
}

const textOf = (found: PrebuiltResponse | undefined) => found?.bodies.at(-1)?.bytes.toString()

test('an instance serves the hashed files of another build, and knows those of a build that starts later', async () => {
  const { instance } = await setUp()
  const [older, newer] = [instance(), instance()]
  await older.share(build('/assets/a-1.css', '/favicon.svg'))
  await newer.share(build('/assets/a-2.css', '/favicon.svg'))
  expect(textOf(await newer.find('/assets/a-1.css'))).toBe('content of /assets/a-1.css')
  const found = await older.find('/assets/a-2.css')
  expect(textOf(found)).toBe('content of /assets/a-2.css')
  expect(found?.notModified).toMatchObject({
    'content-type': 'text/css',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-all': '1',
    vary: 'accept-encoding',
  })
  expect(await older.find('/favicon.svg')).toBeUndefined()
})

test('requests for made-up files share one query per second', async () => {
  const { db, instance } = await setUp()
  const { find } = instance()
  await find('/assets/none.css')
  const started = performance.now()
  const all = Array.from({ length: 500 }, (_, i) => find(`/assets/made-up-${i}.css`))
  await db
    .insertInto('shared_assets')
    .values({ path: '/assets/late.css', type: 'text/css', body: Buffer.from('late'), replaced_at: null })
    .execute()
  expect(textOf(await find('/assets/late.css'))).toBe('late')
  expect(new Set(await Promise.all(all))).toEqual(new Set([undefined]))
  expect(performance.now() - started).toBeGreaterThan(500)
  expect(performance.now() - started).toBeLessThan(5000)
})

test('of the files that are made after the start the newest 50 stay, and those of the build', async () => {
  const { db, instance } = await setUp()
  const { share, add } = instance()
  await share(build('/assets/a-1.css'))
  for (let look = 1; look <= 60; look++) await add(build(`/assets/look-${look}.css`))
  await add(build('/assets/look-11.css'))
  await add(build('/assets/look-61.css'))
  const rows = await db.selectFrom('shared_assets').select('path').execute()
  const paths = rows.map(({ path }) => path)
  expect(paths).toHaveLength(51)
  expect(paths).toEqual(
    expect.arrayContaining(['/assets/a-1.css', '/assets/look-11.css', '/assets/look-13.css', '/assets/look-61.css']),
  )
})

test('a file stays for 30 days after a build without it was started, unless a build with it starts again', async () => {
  const { db, instance, pass } = await setUp()
  const paths = async () =>
    (await db.selectFrom('shared_assets').select('path').orderBy('path').execute()).map(({ path }) => path)
  await instance().share(build('/assets/a-1.css', '/assets/both.js'))
  pass(365 * day)
  await instance().share(build('/assets/a-2.css', '/assets/both.js'))
  expect(await paths()).toEqual(['/assets/a-1.css', '/assets/a-2.css', '/assets/both.js'])
  pass(29 * day)
  // Back to the older build, twice, as by two processes.
  await Promise.all([instance(), instance()].map((one) => one.share(build('/assets/a-1.css', '/assets/both.js'))))
  pass(29 * day)
  await instance().share(build('/assets/a-3.css'))
  expect(await paths()).toEqual(['/assets/a-1.css', '/assets/a-2.css', '/assets/a-3.css', '/assets/both.js'])
  pass(2 * day)
  await instance().share(build('/assets/a-3.css'))
  expect(await paths()).toEqual(['/assets/a-1.css', '/assets/a-3.css', '/assets/both.js'])
})
