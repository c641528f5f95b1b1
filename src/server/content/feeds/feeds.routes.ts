import { stat } from 'node:fs/promises'
import { type Enclosure, Feed, type Item } from 'feed'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { findSite, type Site } from '../../../contract/accounts/site.ts'
import { pictureUrl } from '../../../contract/content/picture-url.ts'
import type { Picture, PictureFormat } from '../../../contract/content/pictures.ts'
import type { Post } from '../../../contract/content/posts.ts'
import type { Read } from '../../../contract/platform/endpoint.ts'
import type { Db } from '../../platform/db/schema.ts'
import { readProgramLinks } from '../../shop/earnings/programs/programs.repo.ts'
import { listNewestPosts } from '../posts/published-posts.repo.ts'
import { withAbsoluteAddresses } from '../rich-text/clean-html.ts'
import { replacementWords, toFeedHtml } from '../rich-text/replaced-links.ts'
import { feedIdOf, findFeedIds } from './feed-ids.repo.ts'
import { feedLanguage, labelHtml, labelledText } from './feed-labels.ts'
import { createFeedResponse, legalXml } from './feed-response.ts'
import { listSitemapAddresses, sitemapXml } from './sitemap.ts'

/** Posts in a feed. */
const FEED_POSTS = 20

export type FeedOptions = EnclosureOptions & { publicDb: Db; read: Read; clock: () => Date }

/** How an item shows the image of its post: the two formats differ. */
type FeedImage = (picture: Picture) => Promise<Pick<Item, 'image' | 'enclosure'>>

/** How an item names the author of the site. */
type FeedByline = (name: string, origin: string) => Pick<Item, 'author' | 'extensions'>

const asAuthor: FeedByline = (name, origin) => ({ author: [{ name, link: `${origin}/` }] })
/** The author of RSS is an email address. */
const asCreator: FeedByline = (name) => ({ extensions: [{ name: 'dc:creator', objects: { _text: name } }] })

export function feedRoutes({ publicDb: db, read, clock, ...options }: FeedOptions) {
  const { origin } = options
  const now = () => clock().toISOString()
  const makeFeed = async (imageOf: FeedImage, bylineOf: FeedByline) => {
    const posts = await listNewestPosts(db, now(), FEED_POSTS)
    const ids = await findFeedIds(
      db,
      posts.map(({ id }) => id),
      origin,
    )
    const programs = await readProgramLinks(db)
    return toFeed(await read(findSite), posts, { ids, imageOf, bylineOf, programs })
  }
  const asEnclosure: FeedImage = async (picture) => ({ enclosure: await findEnclosure(picture, options) })
  const asUrl: FeedImage = async (picture) => ({ image: feedImageUrl(picture, origin) })
  const send = createFeedResponse(clock)

  return new Hono()
    .get('/feed.xml', async (c) => send(c, 'rss+xml', legalXml((await makeFeed(asEnclosure, asCreator)).rss2())))
    .get('/feed.json', async (c) => send(c, 'feed+json', toJsonFeed(await makeFeed(asUrl, asAuthor))))
    .get('/sitemap.xml', async (c) => send(c, 'xml', sitemapXml(origin, await listSitemapAddresses(db, read, now()))))
    .get('/robots.txt', (c) => c.text(robotsTxt(origin), 200, { 'cache-control': 'public, max-age=300' }))
}

/** Search pages are allowed, since crawlers must load them to see their robots meta tag. */
function robotsTxt(origin: string): string {
  return `User-agent: *\nDisallow: /admin\nDisallow: /login\nDisallow: /preview/\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`
}

/** JSON Feed 1.1, which names authors in a list; the library writes version 1. */
function toJsonFeed(feed: Feed): string {
  const { items, ...head } = JSON.parse(feed.json1()) as { items: Record<string, unknown>[] }
  const toItem = ({ author, ...item }: Record<string, unknown>) => (author ? { ...item, authors: [author] } : item)
  return JSON.stringify({
    ...head,
    version: 'https://jsonfeed.org/version/1.1',
    language: feed.options.language,
    items: items.map(toItem),
  })
}

type FeedParts = {
  ids: Map<number, string>
  imageOf: FeedImage
  bylineOf: FeedByline
  programs: Awaited<ReturnType<typeof readProgramLinks>>
}

async function toFeed(site: Site, posts: Post[], { ids, imageOf, bylineOf, programs }: FeedParts): Promise<Feed> {
  const modified = posts.map(({ updatedAt }) => Date.parse(updatedAt))
  const feed = new Feed({
    id: `${site.origin}/`,
    link: `${site.origin}/`,
    title: site.brand,
    description: site.description,
    language: feedLanguage(site),
    copyright: site.brand,
    updated: new Date(Math.max(0, ...modified)),
    feedLinks: { rss: `${site.origin}/feed.xml`, json: `${site.origin}/feed.json` },
  })
  const byline = site.author && bylineOf(site.author.name, site.origin)
  const images = await Promise.all(posts.map(({ picture }) => picture && imageOf(picture)))
  for (const [i, post] of posts.entries()) {
    const page = { url: `${site.origin}/blog/${encodeURIComponent(post.slug)}`, words: replacementWords.post }
    const content = toFeedHtml(post.content, page, programs)
    feed.addItem({
      id: feedIdOf(ids, post.id),
      link: `${site.origin}/blog/${post.slug}`,
      title: post.title,
      description: labelledText(post.kicker, post.excerpt || post.opening),
      content: labelHtml(post.kicker) + withAbsoluteAddresses(content, site.origin),
      published: post.publishedAt === null ? undefined : new Date(post.publishedAt),
      date: new Date(post.updatedAt),
      ...images[i],
      ...byline,
      category: post.categoryName ? [{ name: post.categoryName }] : [],
    })
  }
  return feed
}

type EnclosureOptions = {
  origin: string
  /** The file of a variant, created if missing; undefined if the image does not exist. */
  makeVariant(key: string, width: number, format: PictureFormat): Promise<string | undefined>
  log: Logger
}

/** The absolute URL of the variant that feeds show. */
function feedImageUrl(picture: Picture, origin: string): string {
  return origin + pictureUrl(picture, widthOf(picture), 'jpg')
}

/**
 * The enclosure of an item. RSS 2.0 requires its size, so a missing variant is created. Undefined if the image does not
 * exist or, logged, cannot be read: one image must not make the feed unavailable.
 */
async function findEnclosure(
  picture: Picture,
  { origin, makeVariant, log }: EnclosureOptions,
): Promise<Enclosure | undefined> {
  try {
    const file = await makeVariant(picture.key, widthOf(picture), 'jpg')
    if (!file) return undefined
    const { size } = await stat(file)
    return { url: feedImageUrl(picture, origin), type: 'image/jpeg', length: size }
  } catch (error) {
    log.error({ err: error, image: picture.key }, 'an item of the feed has no image')
    return undefined
  }
}

function widthOf({ widths }: Picture): number {
  return Math.max(...widths.filter((width) => width <= 1200), widths[0] ?? 0)
}
