import { expect, test } from 'vitest'
import { testApp } from '../../../../test/test-app.ts'
import { cleanUp } from '../../app/cleanup.ts'

type Row = { id: number; version: number } & Record<string, unknown>

type Noun = {
  noun: string
  /** The field that names a row. */
  name: 'name' | 'title'
  /** The other fields that a form sends at least. */
  input: object
  /** The field that no two rows share, with the sentence for the second. */
  unique: { field: string; sentence: string }
  canBeHidden: boolean
  order: string
  csv?: string
}

const slug = (noun: string) => ({
  field: 'slug',
  sentence: `Another ${noun} has this slug. Please choose another one.`,
})

/** What every noun promises whose rows the owner edits in a list and a form. */
const nouns: Noun[] = [
  {
    noun: 'ingredient',
    name: 'name',
    input: {},
    unique: { field: 'name', sentence: 'Another ingredient has this name. Please choose another one.' },
    canBeHidden: true,
    order: 'name',
  },
  {
    noun: 'routine',
    name: 'name',
    input: {},
    unique: slug('page'),
    canBeHidden: true,
    order: 'position',
  },
  {
    noun: 'product',
    name: 'name',
    input: { category: 'Serums', price: '10', affiliateLink: 'https://shop.example/a' },
    unique: slug('product'),
    canBeHidden: true,
    order: 'position',
    csv: '/api/products.csv',
  },
  {
    noun: 'post',
    name: 'title',
    input: {
      excerpt: 'Lukewarm water and about a minute.',
      content: '<p>Wash your face with lukewarm water, gently, and pat it dry with a clean towel.</p>',
      coverImage: '/media/none/640.jpg',
      publishedAt: '2026-03-01T14:30:00.000Z',
    },
    unique: slug('post'),
    canBeHidden: false,
    order: 'title',
    csv: '/api/posts.csv',
  },
]

test('every noun whose rows can be hidden stands among these', async () => {
  const { endpoints } = await testApp()
  const hidden = endpoints.flatMap(({ path }) => /^\/(\w+)\/activate$/.exec(path)?.[1] ?? [])
  const tested = nouns.filter(({ canBeHidden }) => canBeHidden).map(({ noun }) => `${noun}s`)
  expect(tested.sort()).toEqual(hidden.sort())
})

for (const { noun, name, input, unique, canBeHidden, order, csv } of nouns) {
  const many = `${noun}s`
  const inputOf = (named: string) => ({
    ...input,
    [name]: named,
    ...(unique.field === 'slug' && { slug: named.toLowerCase() }),
  })

  const setUp = async () => {
    const app = await testApp()
    const send = (path: string, method: string, json?: unknown, headers: Record<string, string> = {}) =>
      app.asOwner(`/api/${many}${path}`, { method, json, headers })
    const create = async (named: string) => {
      const response = await send('', 'POST', inputOf(named))
      expect(response.status, await response.clone().text()).toBe(201)
      return (await response.json()) as Row
    }
    const list = async (query = `&sort=${order}&direction=asc`) => {
      const response = await send(`?status=all${query}`, 'GET')
      const rows = (await response.json()) as Row[]
      return { names: rows.map((row) => row[name]), total: response.headers.get('x-total-count') }
    }
    return { app, send, create, list }
  }

  test(`one ${noun} that was saved since is not overwritten, and a save without a change makes no version`, async () => {
    const { send, create } = await setUp()
    const { id, version } = await create('Almond')
    expect(version).toBe(1)
    const changed = await send(`/${id}`, 'PUT', inputOf('Birch'), { 'if-match': '"1"' })
    expect(changed.headers.get('etag')).toBe('"2"')
    const same = (await (await send(`/${id}`, 'PUT', await changed.json())).json()) as Row
    expect(same).toMatchObject({ [name]: 'Birch', version: 2 })
    const stale = await send(`/${id}`, 'PUT', inputOf('Cocoa'), { 'if-match': '"1"' })
    expect(stale.status).toBe(409)
    expect(await stale.json()).toMatchObject({
      message: `This ${noun} was saved elsewhere in the meantime`,
      current: { [name]: 'Birch', version: 2 },
    })
    const source = await send(`/${id}/source`, 'GET')
    expect(source.headers.get('etag')).toBe('"2"')
    expect(await source.json()).toMatchObject({ [name]: 'Birch' })
    expect((await send('/999/source', 'GET')).status).toBe(404)
    expect((await send('/999', 'PUT', inputOf('Cocoa'))).status).toBe(404)
  })

  test(`one ${noun} that is sent twice under one key is created once`, async () => {
    const { send, list } = await setUp()
    const headers = { 'idempotency-key': 'the-key-of-a-form' }
    const responses = await Promise.all([1, 2].map(() => send('', 'POST', inputOf('Almond'), headers)))
    expect(responses.map(({ status }) => status)).toEqual([201, 201])
    expect(responses.filter((each) => each.headers.has('idempotent-replayed'))).toHaveLength(1)
    expect((await list()).names).toEqual(['Almond'])
  })

  test(`one ${noun} that a rule forbids is not created, and its key stays free for another try`, async () => {
    const { app, send, create, list } = await setUp()
    const { id } = await create('Almond')
    const again = () => send('', 'POST', { ...inputOf('Almond') }, { 'idempotency-key': 'the-key-of-a-form' })
    const rejected = await again()
    expect(rejected.status).toBe(422)
    const { field, sentence } = unique
    expect(await rejected.json()).toEqual({ message: sentence, issues: [{ path: field, message: sentence }] })
    expect((await list()).total).toBe('1')
    expect(app.purged).toHaveLength(1)
    await send(`/${id}`, 'DELETE')
    expect((await again()).status).toBe(201)
  })

  test(`${many} are deleted and restored, one or several; each write purges and is audited`, async () => {
    const { app, send, create, list } = await setUp()
    const ids = [(await create('Almond')).id, (await create('Birch')).id]
    expect((await send('/delete', 'POST', { ids })).status).toBe(200)
    expect(await list()).toEqual({ names: [], total: '0' })
    expect((await send('/restore', 'POST', { ids })).status).toBe(200)
    expect((await send(`/${ids[0]}`, 'DELETE')).status).toBe(200)
    expect((await list()).names).toEqual(['Birch'])
    expect((await send(`/${ids[0]}/source`, 'GET')).status).toBe(404)
    expect((await send(`/${ids[0]}`, 'DELETE')).status).toBe(404)
    expect((await send(`/${ids[0]}/restore`, 'POST')).status).toBe(200)
    expect((await send(`/${ids[0]}/restore`, 'POST')).status).toBe(404)
    expect((await list()).names).toEqual(['Almond', 'Birch'])
    expect(app.purged).toHaveLength(6)
    for (const tags of app.purged) expect(tags).toContain(many)
    const entries = (await (await app.asOwner('/api/audit')).json()) as { text: string }[]
    expect(entries.map(({ text }) => text)).toEqual([
      `Brought back ${noun} “Almond”`,
      `Deleted ${noun} “Almond”`,
      `Brought back ${many} “Almond, Birch”`,
      `Deleted ${many} “Almond, Birch”`,
      `Created ${noun} “Birch”`,
      `Created ${noun} “Almond”`,
    ])
  })

  test(`the trash of ${many} restores and deletes for good what is chosen in it, also all that matches`, async () => {
    const { app, send, create, list } = await setUp()
    const ids: number[] = []
    for (const named of ['Almond', 'Birch', 'Cocoa', 'Daisy']) ids.push((await create(named)).id)
    for (const [index, id] of ids.slice(0, 3).entries()) {
      app.setNow(`2026-03-1${index}T15:00:00.000Z`)
      await send(`/${id}`, 'DELETE')
    }
    const trash = async (query = '') => {
      const rows = (await (await send(`?status=trash&sort=deletedAt${query}`, 'GET')).json()) as Row[]
      return rows.map((row) => [row[name], row.deletedAt])
    }
    expect(await trash()).toEqual([
      ['Cocoa', '2026-03-12T15:00:00.000Z'],
      ['Birch', '2026-03-11T15:00:00.000Z'],
      ['Almond', '2026-03-10T15:00:00.000Z'],
    ])
    expect((await trash('&q=almo')).map(([named]) => named)).toEqual(['Almond'])
    const change = async (path: string, choice: object) => {
      const response = await send(path, 'POST', choice)
      expect(response.status, await response.clone().text()).toBe(200)
      return ((await response.json()) as { ids: number[] }).ids
    }
    // What is not in the trash is neither restored nor deleted for good.
    expect(await change('/restore', { ids: [ids[0], ids[3]] })).toEqual([ids[0]])
    expect(await change('/trash/delete', { ids: [ids[1], ids[3]] })).toEqual([ids[1]])
    expect((await list()).names).toEqual(['Almond', 'Daisy'])
    expect(await change('/trash/delete', { query: { status: 'trash' }, total: 1 })).toEqual([ids[2]])
    expect(await trash()).toEqual([])
    expect(await change('/restore', { ids })).toEqual([])
    await send('/delete', 'POST', { query: { status: 'all' }, total: 2 })
    expect(await change('/restore', { query: { status: 'trash' }, total: 2 })).toEqual([ids[0], ids[3]])
    const entries = (await (await app.asOwner('/api/audit')).json()) as { text: string }[]
    expect(entries.map(({ text }) => text)).toContain(`Deleted for good the ${many} “Birch”`)
  })

  test(`the clean-up purges ${many} that were deleted 30 days ago, with the redirects to them`, async () => {
    const { app, send, create } = await setUp()
    const { id } = await create('Almond')
    await send(`/${id}`, 'PUT', inputOf('Birch'))
    const former = () => app.db.selectFrom('redirects').select('from_slug').where('target_id', '=', id).execute()
    expect(await former()).toHaveLength(1)
    await send(`/${id}`, 'DELETE')
    const trash = async () => (await (await send('?status=trash', 'GET')).json()) as Row[]
    const isStored = async () =>
      (
        await app.db
          .selectFrom(many as 'posts')
          .select('id')
          .where('id', '=', id)
          .execute()
      ).length === 1
    for (const [deleted_at, remains] of [
      ['2026-02-08T15:00:01.000Z', true],
      ['2026-02-08T14:59:59.000Z', false],
    ] as const) {
      await app.db
        .updateTable(many as 'posts')
        .set({ deleted_at })
        .where('id', '=', id)
        .execute()
      expect(await trash()).toHaveLength(remains ? 1 : 0)
      await cleanUp(app.db, new Date('2026-03-10T15:00:00.000Z'))
      expect(await isStored()).toBe(remains)
    }
    expect(await former()).toEqual([])
  })

  test.runIf(canBeHidden)(`${many} are hidden and shown, and those that are already so stay as they are`, async () => {
    const { app, send, create } = await setUp()
    const ids = [(await create('Almond')).id, (await create('Birch')).id]
    const read = async (id?: number) => (await (await send(`/${id}/source`, 'GET')).json()) as Row
    expect((await send('/deactivate', 'POST', { ids: [ids[1]] })).status).toBe(200)
    expect((await send('/deactivate', 'POST', { ids })).status).toBe(200)
    expect(await (await send('?status=active', 'GET')).json()).toEqual([])
    expect(await read(ids[1])).toMatchObject({ isActive: false, version: 2 })
    expect((await send('/activate', 'POST', { ids })).status).toBe(200)
    expect(await read(ids[0])).toMatchObject({ isActive: true, version: 3 })
    const entries = (await (await app.asOwner('/api/audit')).json()) as { text: string }[]
    expect(entries[0]?.text).toMatch(new RegExp(`^Activated ${many} “(Almond, Birch|Birch, Almond)”$`))
    expect(entries.slice(1, 3).map(({ text }) => text)).toEqual([
      `Deactivated ${many} “Almond”`,
      `Deactivated ${many} “Birch”`,
    ])
  })

  test(`the list of ${many} is searched, sorted and paged`, async () => {
    const { app, create, list } = await setUp()
    for (const named of ['Almond', 'Birch', 'Cocoa']) await create(named)
    expect((await list('&q=almo')).names).toEqual(['Almond'])
    expect((await list(`&sort=${order}&direction=desc`)).names).toEqual(['Cocoa', 'Birch', 'Almond'])
    expect(await list(`&sort=${order}&direction=asc&page=2&limit=2`)).toEqual({ names: ['Cocoa'], total: '3' })
    if (!csv) return
    const file = await (await app.asOwner(`${csv}?status=all&q=almo`)).text()
    expect(file.trim().split('\n')).toHaveLength(2)
    expect(file).toContain('Almond')
  })
}
