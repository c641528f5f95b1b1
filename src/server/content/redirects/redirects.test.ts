import { expect, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { Redirect } from '../../../contract/content/redirects.ts'
import { addRedirect } from '../../platform/db/redirects.ts'
import { createRedirectHits, createRenameHits } from './redirect-hits.ts'

/** Only these are pages. */
const live = ['/about', '/blog/serum']
const openApp = () => testApp({ pageStatus: (path) => (live.includes(path) ? 200 : 404) })

const add = (app: TestApp, from: string, to: string) => app.asOwner('/api/redirects', { json: { from, to } })
const list = async (app: TestApp, query = '') =>
  (await (await app.asOwner(`/api/redirects${query}`)).json()) as Redirect[]
const targetOf = async (app: TestApp, address: string) =>
  ((await (await app.request(`/api/redirects/target?address=${encodeURIComponent(address)}`)).json()) as { to: string })
    .to
const messageOf = async (response: Response) => {
  const { message, issues } = (await response.json()) as { message: string; issues?: { message: string }[] }
  return [response.status, issues?.[0]?.message ?? message]
}

test('an address is redirected in any spelling, and with its query where that is part of it', async () => {
  const app = await openApp()
  expect(await (await add(app, 'http://localhost:3000/2019/05/Crème/', '/blog/serum/')).json()).toMatchObject({
    from: '/2019/05/crème',
    to: '/blog/serum',
    origin: 'hand',
    hits: 0,
  })
  expect((await add(app, '/?p=123&preview=true', 'https://elsewhere.example/page')).status).toBe(201)
  expect((await add(app, '/old.php?id=7', '/about')).status).toBe(201)
  expect(await targetOf(app, '/2019/05/cr%C3%A8me')).toBe('/blog/serum')
  expect(await targetOf(app, '/2019/05/CR%C3%88ME/?utm_source=x')).toBe('/blog/serum')
  expect(await targetOf(app, '/?utm_source=x&p=123')).toBe('https://elsewhere.example/page')
  expect(await targetOf(app, '/?p=124')).toBeNull()
  expect(await targetOf(app, '/old.php?id=7')).toBe('/about')
  expect(await targetOf(app, '/old.php?id=8')).toBeNull()
  expect(await targetOf(app, '/%E0%A4')).toBeNull()
})

test('a chain becomes one hop, in whatever order it is entered, and a circle is refused', async () => {
  const app = await openApp()
  await add(app, '/b', '/c')
  expect(await (await add(app, '/a', '/b')).json()).toMatchObject({ to: '/c' })
  await add(app, '/c', '/d')
  expect((await list(app, '?sort=from')).map(({ from, to }) => [from, to])).toEqual([
    ['/a', '/d'],
    ['/b', '/d'],
    ['/c', '/d'],
  ])
  expect(await messageOf(await add(app, '/d', '/a'))).toEqual([422, 'This would go in a circle: /a leads back to /d.'])
  expect(await messageOf(await add(app, '/e', '/E/?x=1#top'))).toEqual([422, 'An address cannot lead to itself.'])
  expect(await messageOf(await add(app, '/e', '/e/'))).toEqual([422, 'An address cannot lead to itself.'])
})

test('an address of a page, of the site itself, of a rename or of another site is refused with a sentence', async () => {
  const app = await openApp()
  const id = await makePost(app.db, { slug: 'serum' })
  await addRedirect(app.db, { kind: 'posts', slug: 'old-serum', targetId: id, now: '2026-01-01T00:00:00.000Z' })
  const refused: [from: string, to: string, sentence: string][] = [
    ['/About/', '/blog/serum', 'A page of your site has this address, so readers would never be redirected.'],
    ['/admin/posts', '/about', 'The site needs this address itself, so it cannot be redirected.'],
    ['/api/posts', '/about', 'The site needs this address itself, so it cannot be redirected.'],
    ['/blog/old-serum', '/about', 'This address leads to /blog/serum already, which was renamed.'],
    ['https://other.example/a', '/about', 'Only addresses of this site can be redirected.'],
  ]
  for (const [from, to, sentence] of refused) expect(await messageOf(await add(app, from, to))).toEqual([422, sentence])
  for (const to of ['//evil.example', 'javascript:alert(1)', 'blog', 'https://a@evil.example/'])
    expect((await add(app, '/x', to)).status).toBe(400)
  await add(app, '/x', '/about')
  expect(await messageOf(await add(app, '/X/', '/blog/serum'))).toEqual([
    422,
    'This address is redirected to /about already.',
  ])
  // A target that was renamed is replaced, too.
  expect(await (await add(app, '/y', '/blog/old-serum')).json()).toMatchObject({ to: '/blog/serum' })
  expect((await list(app, '?origin=rename')).map(({ from, to, hits }) => [from, to, hits])).toEqual([
    ['/blog/old-serum', '/blog/serum', 0],
  ])
})

test('a redirect to a text waits until that is public', async () => {
  const app = await openApp()
  const draft = await makePost(app.db, { slug: 'waiting-text', published_at: null })
  const to = '/blog/waiting-text'
  const row = { from_address: '/old', to_address: to, created_at: '2026-03-10T15:00:00.000Z', import_id: 1 }
  await app.db.insertInto('own_redirects').values(row).execute()
  const publish = (published_at: string) =>
    app.db.updateTable('posts').set({ published_at }).where('id', '=', draft).execute()
  expect(await targetOf(app, '/old')).toBeNull()
  await publish('2999-01-01T00:00:00.000Z')
  expect(await targetOf(app, '/old')).toBeNull()
  await publish('2026-01-01T00:00:00.000Z')
  expect(await targetOf(app, '/old')).toBe(to)
})

test('a redirect of an import follows a draft whose slug changes before it is published', async () => {
  const app = await openApp()
  const created = await app.asOwner('/api/posts/drafts', { json: { title: 'Waiting', slug: 'waiting-text' } })
  const { id } = (await created.json()) as { id: number }
  const row = { from_address: '/old', created_at: '2026-03-10T15:00:00.000Z' }
  const rows = [
    { ...row, to_address: '/blog/waiting-text', import_id: 1 },
    { ...row, from_address: '/by-hand', to_address: '/blog/waiting-text' },
  ]
  await app.db.insertInto('own_redirects').values(rows).execute()
  const { draft } = (await (await app.asOwner(`/api/posts/${id}/source`)).json()) as { draft: object }
  const typed = { ...draft, title: 'Waiting', slug: 'other-slug' }
  expect((await app.asOwner(`/api/posts/${id}/draft`, { method: 'PUT', json: typed })).status).toBe(200)
  expect((await list(app)).map(({ to }) => to).sort()).toEqual(['/blog/other-slug', '/blog/waiting-text'])
})

test('the owner changes, deletes and restores a redirect; visitors do not', async () => {
  const app = await openApp()
  const { id } = (await (await add(app, '/a', '/about')).json()) as Redirect
  const change = (json: object) => app.asOwner(`/api/redirects/${id}`, { method: 'PUT', json })
  expect(await (await change({ from: '/a', to: '/b' })).json()).toMatchObject({ id, from: '/a', to: '/b' })
  expect(await messageOf(await change({ from: '/b', to: '/b' }))).toEqual([422, 'An address cannot lead to itself.'])
  expect((await app.asOwner(`/api/redirects/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect(await targetOf(app, '/a')).toBeNull()
  expect((await change({ from: '/a', to: '/c' })).status).toBe(404)
  expect((await app.asOwner(`/api/redirects/${id}/restore`, { method: 'POST' })).status).toBe(200)
  expect(await targetOf(app, '/a')).toBe('/b')
  await app.asOwner(`/api/redirects/${id}`, { method: 'DELETE' })
  await add(app, '/a', '/c')
  expect(await messageOf(await app.asOwner(`/api/redirects/${id}/restore`, { method: 'POST' }))).toEqual([
    409,
    'This address is redirected to /c already.',
  ])
  expect((await app.request('/api/redirects')).status).toBe(401)
  expect((await app.request('/api/redirects', { json: { from: '/z', to: '/about' } })).status).toBe(401)
})

test('a file is checked line by line, imported without the lines that have a problem, and exported', async () => {
  const app = await openApp()
  await add(app, '/taken', '/about')
  const csv =
    'Source URL;Target\n/one/;/about\n/taken;/about\n/ONE;/blog/serum\nnothing;/about\n/about;/blog/serum\n/two;/one\n'
  const send = async (isDryRun: boolean) =>
    (await (await app.asOwner('/api/redirects/import', { json: { csv, isDryRun } })).json()) as {
      added: number
      lines: { line: number; problem: string | null }[]
    }
  const checked = await send(true)
  expect(checked.added).toBe(0)
  expect(checked.lines.map(({ line, problem }) => [line, problem])).toEqual([
    [2, null],
    [3, 'This address is redirected already.'],
    [4, 'A line above has this address.'],
    [5, 'Please enter a path of this site, such as /2019/05/my-routine/'],
    [6, 'A page of your site has this address, so readers would never be redirected.'],
    [7, null],
  ])
  expect(await list(app)).toHaveLength(1)
  expect((await send(false)).added).toBe(2)
  expect(await targetOf(app, '/two')).toBe('/about')
  const file = await (await app.asOwner('/api/redirects.csv?sort=from')).text()
  expect(file.split('\n').map((line) => line.split(',').slice(0, 3))).toEqual([
    ['from', 'to', 'origin'],
    ['/one', '/about', 'hand'],
    ['/taken', '/about', 'hand'],
    ['/two', '/about', 'hand'],
    [''],
  ])
  expect((await app.asOwner('/api/redirects/import', { json: { csv: '"', isDryRun: true } })).status).toBe(400)
})

test('uses are counted together and written at once', async () => {
  const app = await openApp()
  const { id } = (await (await add(app, '/a', '/about')).json()) as Redirect
  const hits = createRedirectHits({
    db: app.db,
    clock: () => new Date('2026-04-01T12:00:00.000Z'),
    onError: (error) => expect.fail(String(error)),
  })
  for (let i = 0; i < 3; i += 1) hits.count(id)
  await hits.close()
  expect(await list(app, '?q=ABOUT&sort=hits')).toMatchObject([{ hits: 3, lastHitAt: '2026-04-01T12:00:00.000Z' }])
})

test('uses of former addresses are counted by their slugs, in any spelling, and other addresses are not', async () => {
  const app = await openApp()
  const targetId = await makePost(app.db, { slug: 'serum' })
  await addRedirect(app.db, { kind: 'posts', slug: 'old-serum', targetId, now: '2026-01-01T00:00:00.000Z' })
  for (const kind of ['categories', 'products', 'ingredients', 'routines'] as const)
    await addRedirect(app.db, { kind, slug: 'old-serum', targetId: 1, now: '2026-01-01T00:00:00.000Z' })
  const hits = createRenameHits({
    db: app.db,
    clock: () => new Date('2026-04-01T12:00:00.000Z'),
    onError: (error) => expect.fail(String(error)),
  })
  for (const key of [
    '/blog/old-serum',
    '/blog/OLD-serum?page=2',
    '/blog/serum',
    '/blog/category/old-serum',
    '/feed',
    '/a/b',
  ])
    hits.count(key)
  await hits.close()
  expect(await list(app, '?origin=rename&sort=hits')).toMatchObject([
    { from: '/blog/old-serum', hits: 2, lastHitAt: '2026-04-01T12:00:00.000Z' },
  ])
  const counted = await app.db.selectFrom('redirects').select(['kind', 'hits']).orderBy('kind').execute()
  expect(counted.map(({ kind, hits: count }) => [kind, Number(count)])).toEqual([
    ['categories', 1],
    ['ingredients', 0],
    ['posts', 2],
    ['products', 0],
    ['routines', 0],
  ])
})

test('a client that requests many targets at once is refused, and what it still sends is not counted', async () => {
  const app = await testApp()
  const find = (from: string) => app.request('/api/redirects/target?address=%2Fold', { from })
  for (let i = 0; i < 30; i++) expect((await find('10.0.0.1')).status).toBe(200)
  expect((await find('10.0.0.1')).status).toBe(429)
  expect((await find('10.0.0.2')).status).toBe(200)
})
