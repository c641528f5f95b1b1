import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { makePost, makeUser } from '../test/factories.ts'
import { testSite } from '../test/test-site.ts'
import { createSession } from './server/accounts/auth/sessions.repo.ts'
import type { Db } from './server/platform/db/schema.ts'

const PRODUCTS = 5
const OTHERS = 2

const product = fc.integer({ min: 1, max: PRODUCTS })
const other = fc.integer({ min: 1, max: OTHERS })
const words = '<p>Wash your face with lukewarm water.</p>'

/** A part of a body that refers to something, in every way there is. */
const part = fc.oneof(
  product.map((id) => `<div data-product-id="${id}"></div>`),
  product.map((id) => `<section data-block="review" data-product-id="${id}">${words}</section>`),
  product.map((id) => `<aside data-block="note" data-product-id="${id}">${words}</aside>`),
  fc
    .uniqueArray(product, { minLength: 2, maxLength: 4 })
    .map((ids) => `<div data-block="comparison" data-product-ids="${ids}" data-rows="price"></div>`),
  fc
    .uniqueArray(product, { minLength: 1, maxLength: 3 })
    .map((ids) => `<div data-block="products" data-product-ids="${ids}"></div>`),
  fc.uniqueArray(product, { minLength: 1, maxLength: 3 }).map((ids) => {
    const picks = ids.map((id) => `<section data-block="pick" data-product-id="${id}"><h3>Best</h3>${words}</section>`)
    return `<section data-block="picks">${picks.join('')}</section>`
  }),
  other.map((id) => `<div data-block="routine" data-routine-id="${id}"></div>`),
  other.map((id) => `<div data-block="ingredient" data-ingredient-id="${id}"></div>`),
  product.map((id) => `<p><a href="/shop/zqproduct${id}-0">a link</a></p>`),
  other.map((id) => `<p><a href="/routines/zqroutine${id}-0">a link</a></p>`),
  other.map((id) => `<p><a href="/ingredients/zqingredient${id}-0">a link</a></p>`),
  fc.constant(words),
)

const nouns = ['products', 'ingredients', 'routines'] as const
type Noun = (typeof nouns)[number]

const act = fc.record({
  noun: fc.constantFrom(...nouns, 'products'),
  which: fc.nat(),
  change: fc.constantFrom('rename', 'reprice', 'deactivate', 'activate', 'delete', 'restore'),
})

/** The rows as the test has changed them. */
type Item = { id: number; label: string; count: number; price: number; isActive: boolean; isDeleted: boolean }
type World = Record<Noun, Item[]>

const nameOf = ({ label, id, count }: Item) => `Zq${label}${id}-${count}`
const item = (label: string, id: number): Item => ({
  ...{ label, id, count: 0, price: 10 + id, isActive: true, isDeleted: false },
})

function bodyOf(noun: Noun, one: Item): object {
  const name = nameOf(one)
  if (noun === 'ingredients') return { name, summary: 'It calms.', isActive: one.isActive }
  if (noun === 'routines') {
    const step = (time: string, productId: number) => ({
      time,
      kind: 'A step',
      productId,
      swapProductId: productId + 1,
    })
    return { name, slug: '', steps: [step('morning', one.id), step('evening', one.id + 1)], isActive: one.isActive }
  }
  const price = `${one.price}.00`
  return { name, category: 'Creams', price, affiliateLink: `https://shop.example/${one.id}`, isActive: one.isActive }
}

type Send = (method: string, path: string, json: object) => Promise<void>

async function createItems(send: Send): Promise<World> {
  const world: World = {
    products: Array.from({ length: PRODUCTS }, (_, at) => item('product', at + 1)),
    ingredients: Array.from({ length: OTHERS }, (_, at) => item('ingredient', at + 1)),
    routines: Array.from({ length: OTHERS }, (_, at) => item('routine', at + 1)),
  }
  for (const noun of nouns) for (const one of world[noun]) await send('POST', `/api/${noun}`, bodyOf(noun, one))
  return world
}

/** Does what a change says where it is possible. */
async function apply(send: Send, world: World, { noun, which, change }: { noun: Noun; which: number; change: string }) {
  const one = world[noun][which % world[noun].length]!
  if (one.isDeleted !== (change === 'restore')) return
  const ids = { ids: [one.id] }
  switch (change) {
    case 'rename':
    case 'reprice':
      if (change === 'rename') one.count += 1
      else one.price += 100
      await send('PUT', `/api/${noun}/${one.id}`, bodyOf(noun, one))
      return
    case 'delete':
    case 'restore':
      one.isDeleted = change === 'delete'
      await send('POST', `/api/${noun}/${change}`, ids)
      return
    default:
      one.isActive = change === 'activate'
      await send('POST', `/api/${noun}/${change}`, ids)
  }
}

/** The paths of active rows. */
async function livePaths(db: Db): Promise<Set<string>> {
  const places = { products: 'shop', ingredients: 'ingredients', routines: 'routines' }
  const paths = nouns.map(async (noun) => {
    const rows = await db
      .selectFrom(noun)
      .select(['id', 'slug'])
      .where('is_active', '=', true)
      .where('deleted_at', 'is', null)
      .execute()
    return rows.map(({ id, slug }) => `/${places[noun]}/${slug ?? `product-${id}`}`)
  })
  const live = (await Promise.all(paths)).flat()
  return new Set(live.some((path) => path.startsWith('/routines/')) ? [...live, '/routines/build'] : live)
}

test('whatever is renamed, re-priced, deactivated, deleted or restored: no page shows a dead reference or is stale', {
  timeout: 240_000,
}, async () => {
  // React warns that style sheets have no address here.
  vi.spyOn(console, 'error').mockReturnValue()
  const { db, origin, get, purgeAll } = await testSite()
  const cookie = `session=${await createSession(db, await makeUser(db), new Date())}`
  const send: Send = async (method, path, json) => {
    const headers = { cookie, 'content-type': 'application/json' }
    const response = await fetch(origin + path, { method, headers, body: JSON.stringify(json) })
    expect(response.status, `${method} ${path}: ${await response.text()}`).toBeLessThan(300)
  }
  const world = await createItems(send)
  let runs = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(part, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 3 }),
      fc.array(act, { minLength: 3, maxLength: 7 }),
      async (bodies, acts) => {
        // The items stay as the runs before have left them, since each site holds connections.
        const run = ++runs
        const contents = bodies.map((parts) => words + parts.join(''))
        for (const [at, content] of contents.entries())
          await makePost(db, { slug: `post-${run}-${at}`, content, kind: at === 2 ? 'page' : 'post' })
        const pages = [
          ...[
            `/blog/post-${run}-0`,
            `/blog/post-${run}-1`,
            `/post-${run}-2`,
            '/feed.json',
            '/feed.xml',
            '/shop',
            '/ingredients',
          ],
          ...[
            `/api/posts/post-${run}-0`,
            `/api/pages/post-${run}-2`,
            '/api/products',
            '/api/ingredients',
            '/api/routines',
          ],
        ]
        const read = async () =>
          new Map(await Promise.all(pages.map(async (page) => [page, await readPage(page)] as const)))
        const readPage = async (page: string) => {
          const response = await get(page)
          expect(response.status, page).toBe(200)
          return response.text()
        }
        purgeAll()
        for (const one of acts) {
          // Fills the caches.
          await read()
          await apply(send, world, one)
          const cached = await read()
          const live = await livePaths(db)
          const gone = nouns.flatMap((noun) => world[noun].filter((each) => each.isDeleted || !each.isActive))
          for (const [page, html] of cached) {
            for (const each of gone) expect(html, `${page} after ${JSON.stringify(one)}`).not.toContain(nameOf(each))
            for (const [, path] of html.matchAll(
              /href=\\?"(?:http:\/\/[^/"]+)?(\/(?:shop|ingredients|routines)\/[^"?#\\]+)/g,
            ))
              expect(live, `${page} after ${JSON.stringify(one)}`).toContain(path)
          }
          purgeAll()
          const fresh = await read()
          for (const [page, html] of cached) expect(html, `${page} after ${JSON.stringify(one)}`).toBe(fresh.get(page))
        }
      },
    ),
    { numRuns: 15, endOnFailure: true },
  )
})
