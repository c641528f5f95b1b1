import type { PostInput } from '../../../contract/posts.ts'
import { toSecureUrl } from '../../../contract/urls.ts'
import type { Db } from '../../platform/db/schema.ts'
import { findAffiliateHosts } from '../../shop/products/affiliate-hosts.repo.ts'
import { linkedHosts } from '../rich-text/affiliate-links.ts'
import { cleanHtml, countWords, markAffiliateLinks, textOf } from '../rich-text/clean-html.ts'
import { openTags, parseHtml } from '../rich-text/html-tokens.ts'

/** A sanitised post, as it is stored. */
export type PreparedPost = {
  post: PostInput
  /** The text of its body. */
  bodyText: string
  words: number
}

/** Sanitises and normalises a post, so that equal input is stored as equal text. Call it before the transaction. */
export async function preparePost(db: Db, input: PostInput): Promise<PreparedPost> {
  const text = (value: string) => value.toWellFormed()
  const textOrNull = (value: string | null) => (value ? text(value) : null)
  const content = await cleanBody(db, text(input.content))
  const post = {
    title: text(input.title),
    slug: input.slug.normalize('NFC'),
    excerpt: text(input.excerpt),
    content,
    // A revision may be older than the rule of the contract.
    coverImage: toSecureUrl(text(input.coverImage)),
    imageAlt: text(input.imageAlt),
    isPinOptimized: input.isPinOptimized,
    pinText: textOrNull(input.pinText),
    metaTitle: textOrNull(input.metaTitle),
    metaDescription: textOrNull(input.metaDescription),
    keywords: text(input.keywords),
    categoryId: input.categoryId,
    isFeatured: input.isFeatured,
    publishedAt: input.publishedAt && new Date(input.publishedAt).toISOString(),
  }
  return { post, bodyText: textOf(content), words: countWords(content) }
}

async function cleanBody(db: Db, html: string): Promise<string> {
  const cleaned = cleanHtml(html)
  return markAffiliateLinks(cleaned, await findAffiliateHosts(db, linkedHosts(openTags(parseHtml(cleaned)))))
}
