import { expect, test } from 'vitest'
import { makePost } from '../test/factories.ts'
import { testSite } from '../test/test-site.ts'

const facts = {
  ownerName: 'Rosa Linden',
  postalAddress: 'Lindenweg 1\n10115 Berlin',
  email: 'hello@linden.example',
  serverCountry: 'Germany',
  children: 'no',
  readers: 'de',
}

const siteWith = (settings: Record<string, unknown>) =>
  testSite({
    rows: async (db) => {
      const updated_at = '2026-03-10T15:00:00.000Z'
      for (const [key, value] of Object.entries(settings))
        await db
          .insertInto('settings')
          .values({ key, value: JSON.stringify(value), updated_at })
          .execute()
    },
  })

const textOf = async (response: Response) => (await response.text()).replaceAll(/<!-- -->/g, '')

test('the default policies have their date and no earlier versions, and there is no imprint', async () => {
  const site = await siteWith({ ...facts, ownerName: '' })
  const policy = await textOf(await site.get('/privacy-policy'))
  expect(policy).toContain('Last updated: June 14, 2024')
  expect(policy).not.toMatch(/Earlier versions|href="\/imprint"/)
  expect(await textOf(await site.get('/affiliate-disclosure'))).not.toMatch(/Last updated|Earlier versions/)
  expect((await site.get('/imprint')).status).toBe(404)
  expect((await site.get('/impressum')).status).toBe(404)
})

test('with the facts the policies state them and lead to their earlier versions, which search engines do not list', async () => {
  const site = await siteWith(facts)
  const policy = await textOf(await site.get('/privacy-policy'))
  expect(policy).toContain('It is run by Rosa Linden')
  expect(policy).toMatch(/Last updated: [A-Z][a-z]+ \d+, \d{4}/)
  expect(policy).not.toContain('name="robots"')
  expect(policy).toContain('href="/privacy-policy/versions/2024-06-14"')
  const response = await site.get('/privacy-policy/versions/2024-06-14')
  const earlier = await textOf(response)
  expect(response.status).toBe(200)
  expect(earlier).toContain('<meta name="robots" content="noindex"/>')
  expect(earlier).toContain('The servers are in the US and Canada.')
  expect(earlier).toContain('The version of June 14, 2024.')
  expect(await textOf(await site.get('/affiliate-disclosure'))).toContain('who earns these commissions')
  for (const path of ['privacy-policy/versions/2025-01-01', 'privacy-policy/versions/x', 'shop/versions/2024-06-14'])
    expect((await site.get(`/${path}`)).status, path).toBe(404)
})

test('an imprint is linked in the footer of every page and found by its German name', async () => {
  const site = await siteWith(facts)
  expect(await textOf(await site.get('/'))).toContain('href="/imprint"')
  const imprint = await textOf(await site.get('/imprint'))
  for (const part of ['<h1', 'Rosa Linden<br>Lindenweg 1<br>10115 Berlin', 'mailto:hello@linden.example'])
    expect(imprint).toContain(part)
  const moved = await site.get('/impressum')
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/imprint'])
})

test('an imprint that the owner has put into the footer herself is linked there once', async () => {
  const menus = {
    header: [],
    quickLinks: [],
    legal: [{ label: 'Impressum', target: { kind: 'address', href: '/imprint' } }],
  }
  const site = await siteWith({ ...facts, '#menus': { ...menus, showsCategories: true } })
  expect((await textOf(await site.get('/'))).match(/href="\/imprint"/g)).toHaveLength(1)
})

test('pages of the owner take the place of the policy and of an imprint, and keep the earlier versions', async () => {
  const site = await testSite({
    rows: async (db) => {
      await makePost(db, { kind: 'page', slug: 'imprint', title: 'Impressum', content: '<p>In my words.</p>' })
      await makePost(db, { kind: 'page', slug: 'privacy-policy', title: 'My policy', content: '<p>My own text.</p>' })
    },
  })
  expect(await textOf(await site.get('/imprint'))).toContain('In my words.')
  const policy = await textOf(await site.get('/privacy-policy'))
  expect(policy).toContain('My own text.')
  expect(policy).toContain('href="/privacy-policy/versions/2024-06-14"')
})
