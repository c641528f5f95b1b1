import { expect, test } from 'vitest'
import { makeCategory, makePost, makeProduct } from '../test/factories.ts'
import { testSite } from '../test/test-site.ts'
import { POSTS_PER_PAGE } from './contract/platform/limits.ts'

/** Where a client that follows redirects ends, and with what status. */
async function follow(origin: string, address: string): Promise<{ at: string; status: number }> {
  const response = await fetch(`${origin}${address}`)
  return { at: response.url.slice(origin.length), status: response.status }
}

test('addresses that readers, feed readers and password managers try by habit lead where they mean', async () => {
  const { origin } = await testSite({
    rows: async (db) => {
      const category = await makeCategory(db, { slug: 'cleansing' })
      await makePost(db, { slug: 'wash-your-face', category_id: category })
      for (let i = 0; i < POSTS_PER_PAGE; i++) await makePost(db, { category_id: category })
      await makeProduct(db, { slug: 'oat-cream' })
    },
  })
  const expected: [target: string, addresses: string[]][] = [
    [
      '/feed.xml',
      [
        ...['/feed', '/feed/', '/feed/rss2/', '/feed/atom', '/rss', '/RSS/', '/rss.xml', '/atom.xml', '/index.xml'],
        ...[
          '/feeds/posts/default?alt=rss',
          '/blog/feed/',
          '/blog/rss.xml',
          '/blog/wash-your-face/feed/',
          '/?feed=rss2',
        ],
        ...['/blog/category/cleansing/feed/', '/category/cleansing/feed/', '/blog?format=rss', '//feed/', '/feed.xml/'],
        ...['/index.php/feed', '/feed.php', '/blog-feed.xml', '/feed%2F'],
      ],
    ],
    ['/feed.json', ['/feed/json', '/blog/feed.json']],
    ['/letters/feed.xml', ['/letters/feed/', '/newsletter/feed', '/letters/rss.xml']],
    [
      '/sitemap.xml',
      [
        ...['/sitemap_index.xml', '/wp-sitemap.xml', '/sitemap', '/post-sitemap.xml', '//sitemap.xml'],
        ...['/wp-sitemap-posts-post-1.xml', '/post-sitemap1.xml', '/sitemap-posts.xml', '/sitemap-0.xml'],
      ],
    ],
    ['/apple-touch-icon.png', ['/apple-touch-icon-precomposed.png', '/apple-touch-icon-120x120.png']],
    ['/', ['/index.html', '/index.php', '/home/', '//', '/Home']],
    ['/blog', ['//blog', '/blog//', '///blog/', '/index.php/blog', '/posts', '/articles/', '/blog/index.html']],
    ['/blog?page=2', ['/page/2/', '/blog/page/2']],
    ['/blog?page=2&utm_source=x', ['/page/2/?utm_source=x', '/index.php/page/2?utm_source=x']],
    ['/search?q=spf&utm_source=x', ['/?s=spf&utm_source=x']],
    [
      '/blog/wash-your-face',
      [
        ...[
          '/blog/wash-your-face/amp/',
          '/blog/wash-your-face.html',
          '/2024/05/wash-your-face/',
          '/posts/wash-your-face',
        ],
        ...['/blog/2024/05/wash-your-face', '/wash-your-face/', '/wash-your-face.html'],
        ...['/index.php/2024/05/17/wash-your-face', '/blog/wash-your-face/amp.html'],
        ...['/2024/05/17/wash-your-face', '/2019/11/wash-your-face.html', '/blog//wash-your-face', '/p/wash-your-face'],
      ],
    ],
    ['/blog/category/cleansing', ['/category/cleansing/', '/categories/cleansing', '/index.php/category/cleansing']],
    ['/blog/category/cleansing?page=2', ['/category/cleansing/page/2/', '/blog/category/cleansing/page/2']],
    ['/shop/oat-cream', ['/store/oat-cream.html', '/products/oat-cream']],
    ['/search?q=spf+50', ['/?s=spf+50', '/search?q=spf+50']],
    ['/shop', ['/store', '/products/', '/shop.html']],
    ['/about', ['/about-me', '/about-us/', '/about-us.html', '/author/ann/', '/about.html']],
    ['/contact', ['/contact-us', '/contact.php']],
    ['/newsletter', ['/subscribe', '/sign-up']],
    ['/privacy-policy', ['/privacy', '/privacy-policy.html']],
    ['/affiliate-disclosure', ['/disclosure/', '/affiliate-disclaimer']],
    ['/login', ['/wp-login.php', '/signin']],
    ['/admin', ['/wp-admin/']],
    ['/admin/settings/security', ['/.well-known/change-password']],
  ]
  for (const [target, addresses] of expected)
    for (const address of addresses) {
      const { at, status } = await follow(origin, address)
      expect.soft(at, address).toBe(target)
      // The test site has no build, so no icons.
      if (!target.endsWith('.png')) expect.soft(status, address).toBe(200)
    }
})

test('a redirect by habit is permanent, never leads to another site, and a page of the owner comes first', async () => {
  const { origin, db, get, purgeAll } = await testSite()
  const feed = await get('/feed')
  expect([feed.status, feed.headers.get('location')]).toEqual([301, '/feed.xml'])
  expect((await get('/.well-known/change-password')).status).toBe(302)
  for (const address of [
    '//evil.example',
    '//evil.example/feed',
    '/index.php//evil.example',
    '/\\evil.example/feed/',
  ]) {
    const location = (await get(address)).headers.get('location') ?? '/'
    expect(new URL(location, origin).origin, address).toBe(origin)
  }
  for (const address of [
    '/no-such-page',
    '/2024/05',
    '/page/0',
    '/comments/feed',
    '/index.php/index.php/index.php/index.php/index.php/blog',
    '/apple-touch-icon.png',
    '/.well-known/security.txt',
  ])
    expect((await get(address)).status, address).toBe(404)
  await makePost(db, { kind: 'page', slug: 'store' })
  await purgeAll()
  expect((await get('/store')).status).toBe(200)
})

test('password managers find where passkeys are made', async () => {
  const { origin, get } = await testSite()
  const response = await get('/.well-known/passkey-endpoints')
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  const page = 'http://localhost:3000/admin/settings/security'
  expect(await response.json()).toEqual({ enroll: page, manage: page })
  expect((await fetch(`${origin}/.well-known/nothing-here`)).status).toBe(404)
})
