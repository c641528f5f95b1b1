import { Feed, type Item } from 'feed'
import { Hono } from 'hono'
import { listCategories } from '../../../contract/categories.ts'
import type { Read } from '../../../contract/endpoint.ts'
import type { Picture } from '../../../contract/pictures.ts'
import type { Post } from '../../../contract/posts.ts'
import { findSite, type Site } from '../../../contract/site.ts'
import type { Db } from '../../platform/db/schema.ts'
import { listIngredientAddresses } from '../ingredients/ingredients.repo.ts'
import { listNewsletterAddresses } from '../newsletters/newsletter-pages.repo.ts'
import { listPageAddresses } from '../posts/pages.repo.ts'
import { listNewestPosts, listPostAddresses } from '../posts/published-posts.repo.ts'
import { listProductAddresses } from '../product-pages/product-pages.repo.ts'
import { withAbsoluteAddresses } from '../rich-text/clean-html.ts'
import { listRoutineAddresses } from '../routines/routines.repo.ts'
import { type EnclosureOptions, feedImageUrl, findEnclosure } from './feed-images.ts'
import { legalXml } from './legal-xml.ts'
import { sitemapXml } from './sitemap.ts'

/** Posts in a feed. */
const FEED_POSTS = 20

export type FeedOptions = EnclosureOptions & { db: Db; read: Read; clock: () => Date }

/** How an item shows the image of its post: the two formats differ. */
type FeedImage = (picture: Picture) => Promise<Pick<Item, 'image' | 'enclosure'>>

export function feedRoutes({ db, read, clock, ...options }: FeedOptions) {
  const { origin } = options
  const now = () => clock().toISOString()
  const makeFeed = async (imageOf: FeedImage) =>
    toFeed(await read(findSite), await listNewestPosts(db, now(), FEED_POSTS), imageOf)
  const asEnclosure: FeedImage = async (picture) => ({ enclosure: await findEnclosure(picture, options) })
  const asUrl: FeedImage = async (picture) => ({ image: feedImageUrl(picture, origin) })
  const cacheHeaders = { 'cache-control': 'public, max-age=300' }

  return new Hono()
    .get('/feed.xml', async (c) =>
      c.body(legalXml((await makeFeed(asEnclosure)).rss2()), 200, {
        ...cacheHeaders,
        'content-type': 'application/rss+xml; charset=utf-8',
      }),
    )
    .get('/feed.json', async (c) =>
      c.body((await makeFeed(asUrl)).json1(), 200, {
        ...cacheHeaders,
        'content-type': 'application/feed+json; charset=utf-8',
      }),
    )
    .get('/sitemap.xml', async (c) => {
      const [site, posts, pages, categories, ingredients, products, routines, newsletters] = await Promise.all([
        read(findSite),
        listPostAddresses(db, now()),
        listPageAddresses(db, now()),
        read(listCategories),
        listIngredientAddresses(db),
        listProductAddresses(db),
        listRoutineAddresses(db),
        listNewsletterAddresses(db),
      ])
      const xml = sitemapXml(site, { posts, pages, categories, ingredients, products, routines, newsletters })
      return c.body(xml, 200, { ...cacheHeaders, 'content-type': 'application/xml; charset=utf-8' })
    })
    .get('/robots.txt', (c) => c.text(robotsTxt(origin), 200, cacheHeaders))
}

/** Search pages are allowed, since crawlers must load them to see their robots meta tag. */
function robotsTxt(origin: string): string {
  return `User-agent: *\nDisallow: /admin\nDisallow: /login\nDisallow: /preview/\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`
}

async function toFeed(site: Site, posts: Post[], imageOf: FeedImage): Promise<Feed> {
  const newest = posts[0]
  const feed = new Feed({
    id: `${site.origin}/`,
    link: `${site.origin}/`,
    title: site.brand,
    description: site.description,
    language: 'en-US',
    copyright: site.brand,
    updated: newest ? new Date(newest.publishedAt!) : new Date(0),
    feedLinks: { rss: `${site.origin}/feed.xml`, json: `${site.origin}/feed.json` },
  })
  const images = await Promise.all(posts.map(({ picture }) => picture && imageOf(picture)))
  for (const [i, post] of posts.entries()) {
    const address = `${site.origin}/blog/${post.slug}`
    feed.addItem({
      id: address,
      link: address,
      title: post.title,
      description: post.excerpt,
      content: withAbsoluteAddresses(post.content, site.origin),
      published: new Date(post.publishedAt!),
      date: new Date(post.updatedAt),
      ...images[i],
      category: post.categoryName ? [{ name: post.categoryName }] : [],
    })
  }
  return feed
}
