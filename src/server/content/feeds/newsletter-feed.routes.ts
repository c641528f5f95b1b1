import { Feed } from 'feed'
import { Hono } from 'hono'
import { findSite, type Site } from '../../../contract/accounts/site.ts'
import type { NewsletterPage } from '../../../contract/audience/newsletter-pages.ts'
import type { Read } from '../../../contract/platform/endpoint.ts'
import type { Db } from '../../platform/db/schema.ts'
import { readProgramLinks } from '../../shop/earnings/programs/programs.repo.ts'
import { listNewestNewsletterPages } from '../posts/newsletter-pages.repo.ts'
import { withAbsoluteAddresses } from '../rich-text/clean-html.ts'
import { escapeText } from '../rich-text/html-tokens.ts'
import { replacementWords, toFeedHtml } from '../rich-text/replaced-links.ts'
import { feedIdOf, findFeedIds } from './feed-ids.repo.ts'
import { feedLanguage, labelHtml, labelledText } from './feed-labels.ts'
import { createFeedResponse, legalXml } from './feed-response.ts'

/** Newsletters in a feed. */
const FEED_NEWSLETTERS = 20

type NewsletterFeedOptions = { publicDb: Db; read: Read; clock: () => Date }

export function newsletterFeedRoutes({ publicDb: db, read, clock }: NewsletterFeedOptions) {
  const makeFeed = async () => {
    const site = await read(findSite)
    const newsletters = await listNewestNewsletterPages(db, FEED_NEWSLETTERS)
    const rowIds = newsletters.map(({ id }) => id)
    const ids = await findFeedIds(db, rowIds, site.origin)
    return toFeed(site, newsletters, { ids, programs: await readProgramLinks(db) })
  }
  const send = createFeedResponse(clock)
  return new Hono()
    .get('/letters/feed.xml', async (c) => send(c, 'rss+xml', legalXml((await makeFeed()).rss2())))
    .get('/letters/feed.json', async (c) => send(c, 'feed+json', (await makeFeed()).json1()))
}

type FeedParts = { ids: Map<number, string>; programs: Awaited<ReturnType<typeof readProgramLinks>> }

function toFeed(site: Site, newsletters: NewsletterPage[], { ids, programs }: FeedParts): Feed {
  const link = `${site.origin}/letters`
  const newest = newsletters[0]
  const feed = new Feed({
    id: link,
    link,
    title: `Newsletters of ${site.brand}`,
    description: `The newsletters of ${site.brand}.`,
    language: feedLanguage(site),
    copyright: site.brand,
    updated: newest ? new Date(newest.sentAt) : new Date(0),
    feedLinks: { rss: `${link}/feed.xml`, json: `${link}/feed.json` },
  })
  for (const { id, slug, title, excerpt, intro, content, sentAt, kicker } of newsletters) {
    const url = `${link}/${encodeURIComponent(slug)}`
    const html = toFeedHtml(content, { url, words: replacementWords.newsletter }, programs)
    feed.addItem({
      id: feedIdOf(ids, id),
      link: url,
      title,
      description: labelledText(kicker, excerpt),
      content: labelHtml(kicker) + toParagraphs(intro) + withAbsoluteAddresses(html, site.origin),
      published: new Date(sentAt),
      date: new Date(sentAt),
    })
  }
  return feed
}

function toParagraphs(text: string): string {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')
  return paragraphs.map((paragraph) => `<p>${escapeText(paragraph.trim()).replaceAll('\n', '<br>')}</p>`).join('')
}
