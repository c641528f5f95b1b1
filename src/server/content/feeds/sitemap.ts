type Address = { slug: string; updated_at: string; category_id: number | null }

const fixedPaths = ['/', '/blog', '/shop', '/about', '/contact', '/privacy-policy', '/affiliate-disclosure']

/** A sitemap (sitemaps.org, 0.9) of every indexable page; categories without posts are left out. */
export function sitemapXml(origin: string, posts: Address[], categories: { id: number; slug: string }[]): string {
  const used = categories.filter((category) => posts.some((post) => post.category_id === category.id))
  const urls = [
    ...fixedPaths.map((path) => urlElement(origin + path)),
    ...used.map((category) => urlElement(`${origin}/blog/category/${encodeURIComponent(category.slug)}`)),
    ...posts.map((post) => urlElement(`${origin}/blog/${encodeURIComponent(post.slug)}`, post.updated_at)),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}

function urlElement(address: string, updatedAt?: string): string {
  const modified = updatedAt ? `<lastmod>${updatedAt}</lastmod>` : ''
  return `<url><loc>${escapeXml(address)}</loc>${modified}</url>`
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
