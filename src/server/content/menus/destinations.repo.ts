import { sql } from 'kysely'
import type { MenuDestination, MenuTarget } from '../../../contract/content/menus.ts'
import { contains } from '../../platform/db/contains.ts'
import type { Db } from '../../platform/db/schema.ts'
import { listProductCategories } from '../../shop/products/products.repo.ts'

/** Destinations of each kind that a search returns. */
const SEARCH_MAX = 8

/** Those of the targets that visitors can reach, with their names and addresses. */
export async function findDestinations(db: Db, targets: MenuTarget[], now: string): Promise<MenuDestination[]> {
  const ids = (...kinds: MenuTarget['kind'][]) =>
    targets.flatMap((target) => ('id' in target && kinds.includes(target.kind) ? [target.id] : []))
  const shopCategories = targets.flatMap((target) => (target.kind === 'shop-category' ? [target.name] : []))
  const [posts, categories, shop] = await Promise.all([
    readPosts(db, ids('page', 'post'), now),
    readCategories(db, ids('category')),
    shopCategories.length > 0 ? listProductCategories(db) : [],
  ])
  return [...posts, ...categories, ...shop.filter((name) => shopCategories.includes(name)).map(toShopDestination)]
}

/** Finds destinations of an entry by a part of their name: a few of each kind. */
export async function searchDestinations(db: Db, q: string, now: string): Promise<MenuDestination[]> {
  const search = (kind: 'page' | 'post') =>
    publicPosts(db, now)
      .where('posts.kind', '=', kind)
      .$if(q !== '', (query) => query.where(contains([sql.ref('posts.title')], q)))
      .orderBy('posts.published_at', 'desc')
      .limit(SEARCH_MAX)
      .execute()
  const [pages, posts, categories, shopCategories] = await Promise.all([
    search('page'),
    search('post'),
    liveCategories(db)
      .$if(q !== '', (query) => query.where(contains([sql.ref('categories.name')], q)))
      .orderBy('categories.position')
      .limit(SEARCH_MAX)
      .execute(),
    listProductCategories(db),
  ])
  const shop = shopCategories.filter((name) => name.toLowerCase().includes(q.toLowerCase())).slice(0, SEARCH_MAX)
  return [
    ...pages.map(toPostDestination),
    ...categories.map(toCategoryDestination),
    ...shop.map(toShopDestination),
    ...posts.map(toPostDestination),
  ]
}

async function readPosts(db: Db, ids: number[], now: string): Promise<MenuDestination[]> {
  if (ids.length === 0) return []
  return (await publicPosts(db, now).where('posts.id', 'in', ids).execute()).map(toPostDestination)
}

async function readCategories(db: Db, ids: number[]): Promise<MenuDestination[]> {
  if (ids.length === 0) return []
  return (await liveCategories(db).where('categories.id', 'in', ids).execute()).map(toCategoryDestination)
}

function publicPosts(db: Db, now: string) {
  return db
    .selectFrom('posts')
    .select(['posts.id', 'posts.title', 'posts.slug', 'posts.kind'])
    .where('posts.kind', 'in', ['post', 'page'])
    .where('posts.published_at', '<=', now)
    .where('posts.deleted_at', 'is', null)
}

function liveCategories(db: Db) {
  return db
    .selectFrom('categories')
    .select(['categories.id', 'categories.name', 'categories.slug'])
    .where('categories.deleted_at', 'is', null)
}

function toPostDestination({ id, title, slug, kind }: { id: number; title: string; slug: string; kind: string }) {
  const isPage = kind === 'page'
  return {
    target: { kind: isPage ? ('page' as const) : ('post' as const), id },
    name: title,
    href: `${isPage ? '' : '/blog'}/${encodeURIComponent(slug)}`,
  }
}

function toCategoryDestination({ id, name, slug }: { id: number; name: string; slug: string }): MenuDestination {
  return { target: { kind: 'category', id }, name, href: `/blog/category/${encodeURIComponent(slug)}` }
}

function toShopDestination(name: string): MenuDestination {
  return { target: { kind: 'shop-category', name }, name, href: `/shop?${new URLSearchParams({ category: name })}` }
}
