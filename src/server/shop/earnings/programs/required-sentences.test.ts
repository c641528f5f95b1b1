import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { makePost, makeProduct } from '../../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../../test/test-app.ts'
import type { Site } from '../../../../contract/accounts/site.ts'
import { findPublishedTags } from '../../../content/menus/shared-content.repo.ts'
import { listRequiredSentences } from './required-sentences.repo.ts'

const SENTENCE = 'As an Amazon Associate I earn from qualifying purchases.'
const AMAZON = 'https://www.amazon.com/dp/B01?tag=nora-20'

const sentences = async ({ request }: TestApp) =>
  ((await (await request('/api/site')).json()) as Site).programDisclosures ?? []

const product = {
  name: 'Oat cream',
  category: 'Masks',
  affiliateLink: 'https://shop.example/oat',
  facts: { otherShops: [] as object[] },
}

test('the sentence of Amazon stands on every page from the save of the first link to the removal of the last', async () => {
  const app = await testApp()
  const save = async (input: object) => {
    const response = await app.asOwner('/api/products/1', { method: 'PUT', json: { ...product, ...input } })
    expect(response.status).toBe(200)
  }
  expect((await app.asOwner('/api/products', { json: product })).status).toBe(201)
  expect(await sentences(app)).toEqual([])
  app.purged.length = 0
  await save({ affiliateLink: 'https://amzn.to/x1' })
  expect(await sentences(app)).toEqual([SENTENCE])
  expect(app.purged.flat()).toContain('settings')
  await save({})
  expect(await sentences(app)).toEqual([])
  await save({ facts: { otherShops: [{ name: 'A', link: AMAZON }] } })
  expect(await sentences(app)).toEqual([SENTENCE])
  await save({ facts: { otherShops: [], fallbackUrl: AMAZON } })
  expect(await sentences(app)).toEqual([SENTENCE])
  await save({ facts: { otherShops: [], fallbackUrl: AMAZON }, isActive: false })
  expect(await sentences(app)).toEqual([])
})

test('a post or page brings the sentence once it is public, a link that earns nothing does not', async () => {
  const app = await testApp()
  const link = (url: string) => `<p>See <a href="${url.replaceAll('&', '&amp;')}">this</a> at amazon.com.</p>`
  await makePost(app.db, { slug: 'plain', content: link('https://www.amazon.com/dp/B01') })
  await makePost(app.db, { slug: 'draft', content: link(AMAZON), published_at: null })
  await makeProduct(app.db, { name: 'Off', affiliate_link: AMAZON, is_active: false })
  expect(await sentences(app)).toEqual([])
  const at = '2026-03-11T08:00:00.000Z'
  await makePost(app.db, { slug: 'later', kind: 'page', content: link(`${AMAZON}&th=1`), published_at: at })
  expect(await sentences(app)).toEqual([])
  expect(await findPublishedTags(app.db, '2026-03-11T07:00:00.000Z', at)).toContain('settings')
  app.setNow(at)
  expect(await sentences(app)).toEqual([SENTENCE])
})

test('a mistyped link to Amazon in a text takes no page away', async () => {
  const app = await testApp()
  const content = '<p>See <a href="https://www.amazon.com:99999/dp/B01?tag=nora-20">this</a>.</p>'
  await makePost(app.db, { slug: 'mistyped', content })
  expect((await app.asOwner('/api/products', { json: product })).status).toBe(201)
  for (const path of ['/api/site', '/api/posts/mistyped', '/feed.xml', '/api/products'])
    expect((await app.request(path)).status, path).toBe(200)
})

test.skipIf(inject('databaseUrl') !== undefined)(
  'a site without links to Amazon finds that in the indexes of such links (query plans of SQLite)',
  async () => {
    const { db, queries } = await testApp()
    await makeProduct(db)
    queries.clear()
    expect(await listRequiredSentences(db, '2026-03-11T08:00:00.000Z')).toEqual([])
    const plans: string[] = []
    for (const [text, parameters] of [...queries]) {
      const explained = { ...sql`select 1`.compile(db), sql: `explain query plan ${text}`, parameters }
      const { rows } = await db.executeQuery<{ detail: string }>(explained)
      plans.push(...rows.map(({ detail }) => detail))
    }
    expect(plans).toContain('SEARCH products USING INDEX products_with_amazon (id>?)')
    expect(plans).toContain('SEARCH posts USING INDEX posts_with_amazon (id>?)')
  },
)

test('an owner who has put the sentence in her own words has it once', async () => {
  const app = await testApp()
  await makeProduct(app.db, { affiliate_link: AMAZON })
  await app.db
    .insertInto('programs')
    .values({
      network: 'amazon',
      key: 'amazon.com',
      name: 'Amazon.com',
      advertiser: '',
      hosts: '[]',
      tracking_ids: '[]',
      sub_id_parameter: '',
      allows_sub_ids: false,
      currency: '',
      disclosure: 'Als Amazon-Partner verdiene ich an qualifizierten Verkäufen.',
      hide_price_hours: null,
      replaces_mail_links: true,
      is_edited: true,
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
    })
    .execute()
  expect(await sentences(app)).toEqual(['Als Amazon-Partner verdiene ich an qualifizierten Verkäufen.'])
  await app.db.updateTable('programs').set({ disclosure: '' }).execute()
  expect(await sentences(app)).toEqual([SENTENCE])
})
