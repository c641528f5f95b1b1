import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { FOUND_MAX, type Found } from '../../../contract/app/find.ts'

const NOW = '2026-03-01T12:00:00.000Z'

async function findIn({ asOwner }: TestApp, q: string): Promise<string[]> {
  const response = await asOwner(`/api/find?q=${encodeURIComponent(q)}`)
  expect(response.status).toBe(200)
  return ((await response.json()) as Found[]).map(({ kind, title, detail }) => `${kind}: ${title} (${detail})`)
}

async function addMessage({ db }: TestApp, subject: string, isSpam = false) {
  await db
    .insertInto('contacts')
    .values({
      name: 'Mia',
      email: 'mia@example.com',
      subject,
      message: 'Hello',
      is_read: false,
      is_spam: isSpam,
      created_at: NOW,
    })
    .execute()
}

async function addSubscriber({ db }: TestApp, email: string, name: string | null = null) {
  await db
    .insertInto('subscribers')
    .values({ email, name, is_active: true, unsubscribe_token: email, created_at: NOW })
    .execute()
}

test('it finds posts, pages, products, readers and messages by their names, drafts and inactive ones included', async () => {
  const app = await testApp()
  const { db } = app
  await makePost(db, { title: 'Birch sap mornings', slug: 'birch-mornings' })
  await makePost(db, { title: 'Birch draft', slug: 'birch-draft', published_at: null })
  await makePost(db, { title: 'Birch later', slug: 'birch-later', published_at: '2026-04-01T12:00:00.000Z' })
  await makePost(db, { title: 'Deleted birch', slug: 'deleted-birch', deleted_at: NOW })
  await makePost(db, { title: 'About birch', slug: 'about-birch', kind: 'page' })
  await makeProduct(db, { name: 'Birch toner', category: 'Toner', is_active: false })
  await makeProduct(db, { name: 'Oat cream' })
  await addSubscriber(app, 'birch@example.com', 'Ada')
  await addMessage(app, 'A question about birch')
  await addMessage(app, 'Cheap birch pills', true)
  const found = await findIn(app, 'BIRCH')
  expect(found.toSorted()).toEqual(
    [
      'post: Birch sap mornings ()',
      'post: Birch draft (Draft)',
      'post: Birch later (Scheduled)',
      'page: About birch ()',
      'product: Birch toner (Toner)',
      'subscriber: birch@example.com (Ada)',
      'message: A question about birch (Mia)',
    ].toSorted(),
  )
})

test('a term is found without its accents, as in the search of the site', async () => {
  const app = await testApp()
  await makePost(app.db, { title: 'Crème de la crème', slug: 'creme' })
  await app.db
    .insertInto('ingredients')
    .values({
      slug: 'cafeine',
      name: 'Caféine',
      inci: 'Caffeine',
      synonyms: JSON.stringify(['Koffein']),
      summary: '',
      details: '{}',
      is_linked: true,
      is_active: false,
      created_at: NOW,
      updated_at: NOW,
    })
    .execute()
  expect(await findIn(app, 'creme')).toEqual(['post: Crème de la crème ()'])
  expect(await findIn(app, 'cafein')).toEqual(['ingredient: Caféine (Caffeine)'])
  expect(await findIn(app, 'koff')).toEqual(['ingredient: Caféine (Caffeine)'])
})

test('a title comes before a text, and a part of a word in a title is enough', async () => {
  const app = await testApp()
  await makePost(app.db, {
    title: 'Masks',
    slug: 'masks',
    content: '<p>Use a moisturiser.</p>',
    body_text: 'Use a moisturiser.',
  })
  await makePost(app.db, { title: 'A moisturiser for beginners', slug: 'moisturisers', body_text: '' })
  expect(await findIn(app, 'moisturiser')).toEqual(['post: A moisturiser for beginners ()', 'post: Masks ()'])
  expect(await findIn(app, 'oisturis')).toEqual(['post: A moisturiser for beginners ()'])
})

test('wildcards of LIKE are characters like others', async () => {
  const app = await testApp()
  await addSubscriber(app, 'first_one@example.com')
  await addSubscriber(app, 'firstxone@example.com')
  expect(await findIn(app, 'first_one')).toEqual(['subscriber: first_one@example.com ()'])
  expect(await findIn(app, '%')).toEqual([])
  expect(await findIn(app, "'; drop table subscribers; --")).toEqual([])
})

test('it sends a few results of each kind', async () => {
  const app = await testApp()
  for (let number = 0; number < FOUND_MAX + 3; number++) {
    await makePost(app.db, { title: `Serum ${number}`, slug: `serum-${number}` })
    await addSubscriber(app, `serum${number}@example.com`)
  }
  const found = await findIn(app, 'serum')
  expect(found.filter((hit) => hit.startsWith('post'))).toHaveLength(FOUND_MAX)
  expect(found.filter((hit) => hit.startsWith('subscriber'))).toHaveLength(FOUND_MAX)
})

test('visitors find nothing, and a term is neither empty nor longer than other searches', async () => {
  const { request, asOwner } = await testApp()
  expect((await request('/api/find?q=birch')).status).toBe(401)
  expect((await asOwner('/api/find')).status).toBe(400)
  expect((await asOwner('/api/find?q=')).status).toBe(400)
  expect((await asOwner(`/api/find?q=${'a'.repeat(201)}`)).status).toBe(400)
  expect((await asOwner('/api/find?q=a%00b')).status).toBe(400)
})
