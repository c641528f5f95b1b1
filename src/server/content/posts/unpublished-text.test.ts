import { expect, test } from 'vitest'
import { makeCategory, makePost, makeUser } from '../../../../test/factories.ts'
import { testSite } from '../../../../test/test-site.ts'
import { createSession } from '../../accounts/auth/sessions.repo.ts'

const MARKER = 'zqunpublished'
/** Words of the unpublished text that requests name, so that a page may repeat them. */
const [SLUG, WORD] = ['zqhidden-slug', 'zqsearched']

test('no page, feed, list, search or cache shows a working copy, a draft, a template or a preview to a visitor', async () => {
  let token = ''
  const { origin } = await testSite({
    rows: async (db) => {
      const category_id = await makeCategory(db, { slug: 'cleansing' })
      const published_at = '2026-03-01T00:00:00.000Z'
      await makePost(db, { title: 'Washing', slug: 'washing', category_id, is_featured: true, published_at })
      await makePost(db, { title: 'Toning', slug: 'toning', category_id, published_at })
      token = await createSession(db, await makeUser(db), new Date())
    },
  })
  const paths = [
    ...['/', '/blog', '/blog/washing', '/blog/toning', '/blog/category/cleansing', '/shop', '/about', '/contact'],
    ...['/newsletter', `/search?q=${WORD}`, '/search?q=washing', '/privacy-policy', '/affiliate-disclosure'],
    ...[`/blog/${SLUG}`, '/not-found', '/login', '/preview/1', `/shared-preview/${'x'.repeat(43)}`],
    ...['/feed.xml', '/feed.json', '/sitemap.xml', '/robots.txt', '/share/washing.png', `/share/${SLUG}.png`],
    ...['/api/site', '/api/categories', '/api/categories/cleansing', '/api/posts', '/api/posts?featured=true'],
    ...['/api/posts?category=cleansing', '/api/posts/washing', `/api/posts/${SLUG}`, '/api/posts/category/1'],
    ...['/api/products', '/api/product-categories', `/api/search?q=${WORD}`, '/api/search?q=washing'],
    ...['/api/posts/1/source', '/api/posts/1/preview', '/api/posts/1/revisions', '/api/posts/1/preview-links'],
    ...['/api/posts?status=all', '/api/posts?status=trash', '/api/posts.csv?status=all', '/api/openapi.json'],
  ]
  const expectNoLeak = async (when: string) => {
    for (const path of paths) {
      const text = await (await fetch(origin + path, { redirect: 'manual' })).text()
      const found = [MARKER, SLUG, WORD].filter((word) => text.includes(word) && !path.includes(word))
      expect(found, `${when}: ${path}`).toEqual([])
    }
  }
  const owner = async (method: string, path: string, body?: object, status = 200) => {
    const headers = { cookie: `session=${token}`, origin, 'content-type': 'application/json' }
    const response = await fetch(`${origin}/api${path}`, { method, headers, body: body && JSON.stringify(body) })
    expect(response.status, `${method} ${path} ${await response.clone().text()}`).toBe(status)
    return (await response.json()) as { id: number; token: string }
  }
  const text = {
    ...{ title: `${MARKER} title`, slug: SLUG, excerpt: `${MARKER} excerpt`, keywords: `${MARKER}, ${WORD}` },
    ...{ content: `<p>${MARKER} content ${WORD}</p>`, metaTitle: MARKER, metaDescription: MARKER, pinText: MARKER },
    ...{ imageAlt: MARKER, categoryId: 1, isFeatured: true },
  }
  await expectNoLeak('before')
  await owner('PUT', '/posts/1/draft', text)
  await owner('POST', '/posts/drafts', { ...text, publishedAt: '2026-03-01T00:00:00.000Z' }, 201)
  const template = await owner('POST', '/posts/drafts', { ...text, kind: 'template' }, 201)
  await owner('PUT', `/posts/${template.id}/keep-as-draft`, text)
  const link = await owner('POST', '/posts/1/preview-links', { days: 1 }, 201)
  await expectNoLeak('from the cache')
  const page = await fetch(`${origin}/shared-preview/${link.token}`)
  const html = await page.text()
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  expect(html).toContain('Preview – not published')
  expect(html).toContain('<meta name="robots" content="noindex, nofollow"')
  expect(html).toContain(`<p>${MARKER} content ${WORD}</p>`)
  expect((await fetch(`${origin}/api/previews/${link.token}`)).headers.get('x-robots-tag')).toBe('noindex, nofollow')
  // A change of another post purges every cached response, so that all are made again.
  const toning = { title: 'Toning gently', slug: 'toning', coverImage: 'https://example.com/a.jpg', categoryId: 1 }
  const content = '<p>Pat it on with your hands, slowly, and wait for a minute before the next step.</p>'
  await owner('PUT', '/posts/2', { ...toning, content, publishedAt: '2026-03-01T00:00:00.000Z' })
  await expectNoLeak('made again')
  await owner('DELETE', '/posts/1/preview-links')
  const dead = await fetch(`${origin}/shared-preview/${link.token}`)
  expect([dead.status, await dead.text()]).toEqual([
    404,
    expect.stringContaining('This preview link has expired or was withdrawn'),
  ])
}, 60_000)
