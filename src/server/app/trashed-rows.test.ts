import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeCategory, makePost, makeProduct, makeUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/test-app.ts'
import { testSite } from '../../../test/test-site.ts'
import { createSession } from '../accounts/auth/sessions.repo.ts'
import { trashed } from '../platform/db/trash.ts'

/** Begins the name, the slug and the affiliate link of each row that is deleted. */
const MARK = 'zq'
const published_at = '2026-03-01T00:00:00.000Z'

/** The paths of every public read of the API, for each of the slugs. */
async function publicReads(slugs: string[]): Promise<string[]> {
  const { endpoints } = await testApp()
  return endpoints.flatMap((endpoint) => {
    if (endpoint.method !== 'GET' || endpoint.access !== 'public') return []
    const query = endpoint.query && 'q' in endpoint.query.shape ? '?q=balm' : ''
    const paths = endpoint.path.includes(':slug')
      ? slugs.map((slug) => endpoint.path.replace(/:slug\w*/, slug))
      : [endpoint.path]
    return paths.map((path) => `/api${path.replace(/:\w+/g, '1')}${query}`)
  })
}

test('no page, feed, list, search or cache shows what is in the trash', async () => {
  const slugs = [
    'washing',
    'daily-balm',
    ...trashed.map((noun) => `${MARK}${noun}-${noun === 'ingredients' ? 'acid' : 'balm'}`),
  ]
  const reads = await publicReads(slugs)
  let token = ''
  const { origin } = await testSite({
    rows: async (db) => {
      const category_id = await makeCategory(db, { slug: 'cleansing' })
      await makePost(db, { title: 'Washing', slug: 'washing', category_id, is_featured: true, published_at })
      token = await createSession(db, await makeUser(db), new Date())
      await makeProduct(db, { name: 'Oat balm' })
    },
  })
  const owner = async (method: string, path: string, body?: object): Promise<{ id: number }> => {
    const headers = { cookie: `session=${token}`, origin, 'content-type': 'application/json' }
    const response = await fetch(`${origin}/api${path}`, { method, headers, body: body && JSON.stringify(body) })
    expect(response.ok, `${method} ${path} ${await response.clone().text()}`).toBe(true)
    return (await response.json()) as { id: number }
  }
  const ingredient = await owner('POST', '/ingredients', { name: 'Zqingredients acid', summary: 'Zqingredients balm' })
  const product = await owner('POST', '/products', {
    ...{ name: 'Zqproducts balm', category: 'Zqproducts', price: '10', slug: 'zqproducts-balm' },
    ...{ affiliateLink: 'https://shop.example/zqproducts', facts: { keyIngredients: ['Zqingredients acid'] } },
  })
  const steps = [{ time: 'morning', kind: 'Cleanser', productId: product.id, swapProductId: product.id }]
  const routine = await owner('POST', '/routines', { name: 'Zqroutines balm', slug: 'zqroutines-balm', steps })
  await owner('POST', '/routines', { name: 'Daily balm', slug: 'daily-balm', steps })
  const post = await owner('POST', '/posts', {
    ...{ title: 'Zqposts balm', slug: 'zqposts-balm', coverImage: 'https://example.com/a.jpg', categoryId: 1 },
    ...{ excerpt: 'Zqposts in short', publishedAt: published_at, isFeatured: true },
    content: '<p>Pat it on with your hands, slowly, and wait for a minute before the next step.</p>',
  })
  const live = {
    ...{ title: 'Washing', slug: 'washing', coverImage: 'https://example.com/a.jpg', categoryId: 1 },
    ...{ excerpt: 'With a balm of mine.', publishedAt: published_at, isFeatured: true },
    content: [
      '<p>Pat it on with your hands, slowly, and wait for a minute before the next step.</p>',
      `<div data-block="products" data-product-ids="1,${product.id}"></div>`,
      `<div data-block="routine" data-routine-id="${routine.id}"></div>`,
      `<div data-block="ingredient" data-ingredient-id="${ingredient.id}"></div>`,
      `<p>Read <a href="/blog/zqposts-balm">the other one</a>.</p>`,
    ].join(''),
  }
  await owner('PUT', '/posts/1', live)

  /** A busy machine sheds some requests. */
  const get = async (path: string): Promise<Response> => {
    for (;;) {
      const response = await fetch(origin + path)
      if (response.status < 500) return response
      expect(response.status, path).toBe(503)
      await sleep(200)
    }
  }
  const sitemap = (await (await get('/sitemap.xml')).text()).toLowerCase()
  const pages = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path]) => path!)
  const paths = [
    ...[
      '/sitemap.xml',
      '/feed.xml',
      '/feed.json',
      '/robots.txt',
      '/llms.txt',
      '/search?q=balm',
      '/shop?page=2',
      '/missing',
    ],
    ...pages,
    ...reads,
  ]
  const shown = async () => {
    const found = new Map<string, string[]>()
    for (const path of paths) {
      const response = await get(path)
      // A response to the address of what is gone repeats it.
      const body = path.includes(MARK) && response.status === 404 ? '' : (await response.text()).toLowerCase()
      const nouns = trashed.filter((noun) => body.includes(`${MARK}${noun}`))
      if (nouns.length > 0) found.set(path, nouns)
    }
    return found
  }
  const before = await shown()
  for (const noun of trashed) {
    const places = [...before].filter(([, nouns]) => nouns.includes(noun)).map(([path]) => path)
    expect(places.length, `${noun}: ${places}`).toBeGreaterThan(5)
  }
  await owner('PUT', '/posts/1', { ...live, content: live.content.replace(/<p>Read.*<\/p>/, '') })
  for (const [noun, { id }] of Object.entries({
    posts: post,
    products: product,
    ingredients: ingredient,
    routines: routine,
  }))
    await owner('DELETE', `/${noun}/${id}`)
  expect(Object.fromEntries(await shown())).toEqual({})
  for (const [noun, { id }] of Object.entries({
    posts: post,
    products: product,
    ingredients: ingredient,
    routines: routine,
  }))
    await owner('POST', `/${noun}/${id}/restore`)
  const after = await shown()
  expect([...before.keys()].filter((path) => !after.has(path))).toEqual([])
}, 60_000)
