import type { Site } from '../../../contract/accounts/site.ts'
import { hasAboutText } from '../../../contract/content/about-text.ts'

type Address = { slug: string; updated_at: string }

type Listed = {
  posts: (Address & { category_id: number | null })[]
  /** Edited built-in pages among them. */
  pages: Address[]
  categories: { id: number; slug: string }[]
  ingredients: Address[]
  products: Address[]
  routines: Address[]
  newsletters: Address[]
}

/** As many as a sitemap may list. */
const ADDRESSES_MAX = 50_000

const fixedPaths = ['/', '/blog', '/shop', '/contact', '/privacy-policy', '/affiliate-disclosure']

/** A sitemap (sitemaps.org, 0.9) of every indexable page; categories without posts are left out. */
export function sitemapXml(
  site: Pick<Site, 'origin' | 'aboutText' | 'hasImprint'>,
  { posts, pages, categories, ingredients, products, routines, newsletters }: Listed,
): string {
  const { origin } = site
  const builtIn = [...fixedPaths, ...(site.hasImprint ? ['/imprint'] : []), ...(hasAboutText(site) ? ['/about'] : [])]
  const used = categories.filter((category) => posts.some((post) => post.category_id === category.id))
  const urls = [
    ...builtIn.map((path) => urlElement(origin + path, pages.find(({ slug }) => `/${slug}` === path)?.updated_at)),
    ...pages
      .filter(({ slug }) => !builtIn.includes(`/${slug}`))
      .map((page) => urlElement(`${origin}/${encodeURIComponent(page.slug)}`, page.updated_at)),
    ...used.map((category) => urlElement(`${origin}/blog/category/${encodeURIComponent(category.slug)}`)),
    ...(ingredients.length > 0 ? [urlElement(`${origin}/ingredients`)] : []),
    ...ingredients.map((each) => urlElement(`${origin}/ingredients/${encodeURIComponent(each.slug)}`, each.updated_at)),
    ...products.map((product) => urlElement(`${origin}/shop/${encodeURIComponent(product.slug)}`, product.updated_at)),
    // Without routines their list has nothing to show.
    ...(routines.length > 0 ? ['/routines', '/routines/build'] : []).map((path) => urlElement(origin + path)),
    ...routines.map((routine) =>
      urlElement(`${origin}/routines/${encodeURIComponent(routine.slug)}`, routine.updated_at),
    ),
    ...(newsletters.length > 0 ? [urlElement(`${origin}/letters`)] : []),
    ...newsletters.map((newsletter) =>
      urlElement(`${origin}/letters/${encodeURIComponent(newsletter.slug)}`, newsletter.updated_at),
    ),
    ...posts.map((post) => urlElement(`${origin}/blog/${encodeURIComponent(post.slug)}`, post.updated_at)),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.slice(0, ADDRESSES_MAX).join('\n')}\n</urlset>\n`
}

function urlElement(address: string, updatedAt?: string): string {
  const modified = updatedAt ? `<lastmod>${updatedAt}</lastmod>` : ''
  return `<url><loc>${escapeXml(address)}</loc>${modified}</url>`
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
