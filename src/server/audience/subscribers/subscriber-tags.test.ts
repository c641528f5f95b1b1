import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { ImportReport, Subscriber } from '../../../contract/audience/subscriber-list.ts'
import { createSubscriber } from './subscribers.repo.ts'

type AsOwner = TestApp['asOwner']

const list = async (asOwner: AsOwner, query = '') =>
  (await (await asOwner(`/api/subscribers?sort=email&${query}`)).json()) as Subscriber[]
const emails = async (asOwner: AsOwner, query: string) => (await list(asOwner, query)).map(({ email }) => email)
const saveTags = (asOwner: AsOwner, id: number, tags: unknown) =>
  asOwner(`/api/subscribers/${id}/tags`, { method: 'PUT', json: { tags } })

async function withSubscribers(count = 3) {
  const app = await testApp()
  const ids: number[] = []
  for (let number = 0; number < count; number++)
    ids.push(
      (await createSubscriber(app.db, { email: `${number}@example.com`, isActive: true }, '2026-03-01T10:00:00Z'))!,
    )
  return { ...app, ids }
}

test('tags are trimmed, in lower case and each once, and saving replaces them', async () => {
  const { asOwner, ids } = await withSubscribers()
  expect((await saveTags(asOwner, ids[0]!, [' Retinol ', 'gift', 'RETINOL'])).status).toBe(200)
  expect((await list(asOwner))[0]).toMatchObject({ tags: ['gift', 'retinol'] })
  await saveTags(asOwner, ids[0]!, ['spf'])
  const record = await (await asOwner(`/api/subscribers/${ids[0]}`)).json()
  expect(record).toMatchObject({ tags: ['spf'], source: '', frequency: 'all' })
})

test('invalid tags are rejected with a sentence, and nothing is stored', async () => {
  const { asOwner, db, ids } = await withSubscribers()
  const many = Array.from({ length: 21 }, (_, number) => `tag ${number}`)
  const rejected: [unknown, string][] = [
    [[''], 'Please write a tag'],
    [['a'.repeat(41)], 'Please keep this under 40 characters'],
    [['a,b'], 'Please write a tag without commas and semicolons'],
    [['a\0'], 'Invalid input'],
    [many, 'Please choose at most 20'],
    ['gift', 'Invalid input'],
  ]
  for (const [tags, message] of rejected) {
    const response = await saveTags(asOwner, ids[0]!, tags)
    expect(response.status, message).toBe(400)
    expect(await response.json()).toMatchObject({ message })
  }
  expect((await saveTags(asOwner, 9999, ['gift'])).status).toBe(404)
  expect(await db.selectFrom('subscriber_tags').selectAll().execute()).toEqual([])
})

test('a tag is given to several subscribers at once, and the response allows an undo', async () => {
  const { asOwner, ids } = await withSubscribers()
  await saveTags(asOwner, ids[0]!, ['gift'])
  const added = await asOwner('/api/subscribers/tag', { json: { ids: [...ids, 9999], tag: 'Gift' } })
  expect(await added.json()).toEqual({ ids: ids.slice(1) })
  expect(await emails(asOwner, 'tag=gift')).toHaveLength(3)
  const undone = await asOwner('/api/subscribers/untag', { json: { ids: ids.slice(1), tag: 'gift' } })
  expect(await undone.json()).toEqual({ ids: ids.slice(1) })
  expect(await emails(asOwner, 'tag=gift')).toEqual(['0@example.com'])
})

test('additions at the same time keep a subscriber at 20 tags', async () => {
  const { asOwner, db, ids } = await withSubscribers(1)
  await saveTags(
    asOwner,
    ids[0]!,
    Array.from({ length: 18 }, (_, number) => `tag ${number}`),
  )
  await Promise.all(['a', 'b', 'c', 'd'].map((tag) => asOwner('/api/subscribers/tag', { json: { ids, tag } })))
  expect(await db.selectFrom('subscriber_tags').selectAll().execute()).toHaveLength(20)
})

test('the list is filtered by tag and source, and the tags are offered with their numbers', async () => {
  const { asOwner, request, ids } = await withSubscribers()
  await saveTags(asOwner, ids[0]!, ['gift', 'spf'])
  await saveTags(asOwner, ids[1]!, ['gift'])
  await request('/api/subscribers', { json: { email: 'home@example.com', source: 'home' } })
  expect(await emails(asOwner, 'tag=gift')).toEqual(['0@example.com', '1@example.com'])
  expect(await emails(asOwner, 'source=home')).toEqual(['home@example.com'])
  expect(await emails(asOwner, 'source=unknown')).toHaveLength(3)
  expect(await emails(asOwner, 'tag=gift&source=home')).toEqual([])
  await asOwner(`/api/subscribers/${ids[1]}`, { method: 'DELETE' })
  expect(await (await asOwner('/api/subscribers/tags')).json()).toEqual([
    { tag: 'gift', subscribers: 1 },
    { tag: 'spf', subscribers: 1 },
  ])
})

test('an export with tags can be imported, and a row with a wrong tag is named', async () => {
  const { asOwner } = await testApp()
  const csv = 'email,name,tags\nann@example.com,Ann,"Gift, SPF"\nbea@example.com,,spf;retinol\ncleo@example.com,,\n'
  const wrong = `dora@example.com,,${'a'.repeat(41)}\n`
  const json = { csv: csv + wrong, consent: 'Signed the list at the workshop', isDryRun: false }
  const report = (await (await asOwner('/api/subscribers/import', { json })).json()) as ImportReport
  expect(report).toMatchObject({ new: 3, invalid: 1, invalidRows: [{ line: 5 }] })
  expect((await list(asOwner)).map(({ email, tags, source }) => [email, tags, source])).toEqual([
    ['ann@example.com', ['gift', 'spf'], 'import'],
    ['bea@example.com', ['retinol', 'spf'], 'import'],
    ['cleo@example.com', [], 'import'],
  ])
  const file = await (await asOwner('/api/subscribers.csv?tag=gift')).text()
  expect(file.trimEnd().split('\n')).toHaveLength(2)
  expect(file).toContain('Import,"gift, spf"')
  await asOwner('/api/subscribers/delete', { json: { ids: (await list(asOwner)).map(({ id }) => id) } })
  const again = { csv: file, consent: 'Signed the list at the workshop', isDryRun: false }
  expect(await (await asOwner('/api/subscribers/import', { json: again })).json()).toMatchObject({ new: 1 })
  expect(await list(asOwner)).toMatchObject([{ email: 'ann@example.com', tags: ['gift', 'spf'] }])
})
