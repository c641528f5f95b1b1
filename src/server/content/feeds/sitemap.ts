import { findSite } from '../../../contract/accounts/site.ts'
import { hasAboutText } from '../../../contract/content/about-text.ts'
import { listCategories } from '../../../contract/content/categories.ts'
import type { Read } from '../../../contract/platform/endpoint.ts'
import type { Db } from '../../platform/db/schema.ts'
import { listProductAddresses } from '../../shop/products/product-addresses.repo.ts'
import { listIngredientAddresses } from '../ingredients/ingredients.repo.ts'
import { listNewsletterAddresses } from '../posts/newsletter-pages.repo.ts'
import { listPageAddresses } from '../posts/pages.repo.ts'
import { listPostAddresses } from '../posts/published-posts.repo.ts'
import { listRoutineAddresses } from '../routines/routines.repo.ts'

/** A path of the site; `updatedAt` in ISO 8601. */
export type SitemapAddress = { path: string; updatedAt?: string | undefined }

/** As many as a sitemap may list. */
const ADDRESSES_MAX = 50_000

const fixedPaths = ['/', '/blog', '/shop', '/contact', '/privacy-policy', '/affiliate-disclosure']

/** The paths of all indexable pages; categories without posts are left out. */
export async function listSitemapAddresses(db: Db, read: Read, now: string): Promise<SitemapAddress[]> {
  const [site, posts, pages, categories, ingredients, products, routines, newsletters] = await Promise.all([
    read(findSite),
    listPostAddresses(db, now),
    listPageAddresses(db, now),
    read(listCategories),
    listIngredientAddresses(db),
    listProductAddresses(db),
    listRoutineAddresses(db),
    listNewsletterAddresses(db),
  ])
  const builtIn = [...fixedPaths, ...(site.hasImprint ? ['/imprint'] : []), ...(hasAboutText(site) ? ['/about'] : [])]
  const used = categories.filter((category) => posts.some((post) => post.category_id === category.id))
  return [
    ...builtIn.map((path) => ({ path, updatedAt: pages.find(({ slug }) => `/${slug}` === path)?.updated_at })),
    ...below('/', pages).filter(({ path }) => !builtIn.includes(path)),
    ...below('/blog/category/', used),
    ...(ingredients.length > 0 ? [{ path: '/ingredients' }] : []),
    ...below('/ingredients/', ingredients),
    ...below('/shop/', products),
    // Without routines their list has nothing to show.
    ...(routines.length > 0 ? ['/routines', '/routines/build'] : []).map((path) => ({ path })),
    ...below('/routines/', routines),
    ...(newsletters.length > 0 ? [{ path: '/letters' }] : []),
    ...below('/letters/', newsletters),
    ...below('/blog/', posts),
  ]
}

function below(prefix: string, rows: readonly { slug: string; updated_at?: string }[]): SitemapAddress[] {
  return rows.map(({ slug, updated_at }) => ({ path: prefix + encodeURIComponent(slug), updatedAt: updated_at }))
}

/** A sitemap (sitemaps.org, 0.9). */
export function sitemapXml(origin: string, addresses: readonly SitemapAddress[]): string {
  const urls = addresses.slice(0, ADDRESSES_MAX).map(({ path, updatedAt }) => urlElement(origin + path, updatedAt))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}

function urlElement(address: string, updatedAt?: string): string {
  const modified = updatedAt ? `<lastmod>${updatedAt}</lastmod>` : ''
  return `<url><loc>${escapeXml(address)}</loc>${modified}</url>`
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
