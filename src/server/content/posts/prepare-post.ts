import { canonicalSlug } from '../../../contract/content/canonical-slug.ts'
import type { PostDraft } from '../../../contract/content/post-draft.ts'
import type { PostInput } from '../../../contract/content/posts.ts'
import { toSecureUrl } from '../../../contract/platform/urls.ts'
import type { Db } from '../../platform/db/schema.ts'
import { findAffiliateHosts } from '../../shop/products/affiliate-hosts.repo.ts'
import { linkedHosts } from '../rich-text/affiliate-links.ts'
import { cleanHtml, countWords, markAffiliateLinks, textOf } from '../rich-text/clean-html.ts'
import { openTags, parseHtml } from '../rich-text/html-tokens.ts'
import { findPostReferences, type PostReferences } from './post-references.repo.ts'

/** A sanitised post, as it is stored. */
export type PreparedPost = {
  post: PostInput
  /** The text of its body. */
  bodyText: string
  words: number
  references: PostReferences
}

/** Sanitises and normalises a post, so that equal input is stored as equal text. Call it before the transaction. */
export async function preparePost(db: Db, input: PostInput): Promise<PreparedPost> {
  const { post, ...texts } = await prepareDraft(db, input)
  // A revision may be older than the rule of the contract.
  return { ...texts, post: { ...post, coverImage: toSecureUrl(post.coverImage) } }
}

/** The same for a draft, whose fields stay as they were typed. */
export async function prepareDraft(db: Db, input: PostDraft): Promise<PreparedPost> {
  const text = (value: string) => value.toWellFormed()
  const textOrNull = (value: string | null) => (value ? text(value) : null)
  const content = await cleanBody(db, text(input.content))
  const post = {
    title: text(input.title),
    slug: canonicalSlug(text(input.slug)),
    excerpt: text(input.excerpt),
    content,
    coverImage: text(input.coverImage),
    imageAlt: text(input.imageAlt),
    isPinOptimized: input.isPinOptimized,
    pinText: textOrNull(input.pinText),
    // A revision of an older version has neither.
    pinLayout: input.pinLayout ?? null,
    pinImage: text(input.pinImage ?? ''),
    metaTitle: textOrNull(input.metaTitle),
    metaDescription: textOrNull(input.metaDescription),
    keywords: text(input.keywords),
    categoryId: input.categoryId,
    isFeatured: input.isFeatured,
    linkIngredients: input.linkIngredients,
    label: input.label,
    labelBrand: text(input.labelBrand),
    labelSentence: text(input.labelSentence),
    publishedAt: input.publishedAt && new Date(input.publishedAt).toISOString(),
  }
  return withTexts(db, post)
}

/** A post that is sanitised already. */
export async function withTexts(db: Db, post: PostInput): Promise<PreparedPost> {
  const { content } = post
  const references = await findPostReferences(db, content)
  return { post, bodyText: textOf(content), words: countWords(content), references }
}

async function cleanBody(db: Db, html: string): Promise<string> {
  const cleaned = cleanHtml(html)
  return markAffiliateLinks(cleaned, await findAffiliateHosts(db, linkedHosts(openTags(parseHtml(cleaned)))))
}
