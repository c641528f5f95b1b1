import { expect, test } from 'vitest'
import { makePost } from '../test/factories.ts'
import { testSite } from '../test/test-site.ts'

const at = '2026-03-01T10:00:00.000Z'

async function siteWithNewsletter(isIndexable: boolean) {
  return testSite({
    rows: async (db) => {
      const id = await makePost(db, { kind: 'newsletter', slug: 'my-morning' })
      const sent = {
        sent_subject: 'For {{name|you}} & me',
        sent_preview: 'Three steps.',
        sent_content: '<p>Hello.</p>',
      }
      await db
        .updateTable('newsletters')
        .set({ state: 'sent', has_page: true, is_indexable: isIndexable, started_at: at, ...sent })
        .where('post_id', '=', id)
        .execute()
    },
  })
}

test('a newsletter is a page that search engines leave out, with its feed', async () => {
  const { get } = await siteWithNewsletter(false)
  const response = await get('/letters/my-morning')
  expect(response.status).toBe(200)
  const html = await response.text()
  expect(html).toMatch(/<title>For you &amp; me \| [^<]+<\/title>/)
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).not.toContain('rel="canonical"')
  expect(html).toContain('href="/letters/feed.xml"')
  expect(html).toContain('Hello.')
  expect(html).not.toContain('{{')
  expect(await (await get('/letters')).text()).toContain('href="/letters/my-morning"')
  expect((await get('/letters/other')).status).toBe(404)
})

test('a newsletter that search engines may show has a canonical URL', async () => {
  const { get } = await siteWithNewsletter(true)
  const html = await (await get('/letters/my-morning')).text()
  expect(html).toMatch(/<link rel="canonical" href="[^"]+\/letters\/my-morning"\/>/)
  expect(html).not.toContain('name="robots"')
})
