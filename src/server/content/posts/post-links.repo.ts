import { canonicalSlug } from '../../../contract/content/canonical-slug.ts'
import { isOneOf } from '../../platform/db/json-rows.ts'
import type { Db } from '../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import { findFeedOrigin } from '../feeds/feed-ids.repo.ts'
import { collect, type OpenTag, openTags, parseHtml } from '../rich-text/html-tokens.ts'

/** Texts that are read at once. */
const BATCH = 50

/** The ids of the posts whose pages a body links to, by their slugs or by the redirects from former ones. */
export async function findLinkedPosts(db: Db, tags: OpenTag[]): Promise<number[]> {
  const slugs = await listLinkedSlugs(db, tags)
  if (slugs.length === 0) return []
  const [current, former] = await Promise.all([
    db
      .selectFrom('posts')
      .select(['id', 'slug'])
      .where(isOneOf(db, 'slug', slugs.flat()))
      .where('kind', '=', 'post')
      .where('deleted_at', 'is', null)
      .execute(),
    db
      .selectFrom('redirects')
      .select(['target_id as id', 'from_slug as slug'])
      .where('kind', '=', 'posts')
      .where(isOneOf(db, 'from_slug', slugs.flat()))
      .execute(),
  ])
  const ids = new Map([...former, ...current].map(({ id, slug }) => [slug, id]))
  return [...new Set(slugs.flatMap(([typed, canonical]) => ids.get(typed) ?? ids.get(canonical) ?? []))]
}

/**
 * Stores the links that texts had to a slug before a post took it: of all texts, to the posts that were saved since a time.
 */
export async function linkEarlierTexts(
  db: Db,
  { since, signal }: { since: string; signal?: AbortSignal },
): Promise<void> {
  const saved = await db
    .selectFrom('posts')
    .select(['id', 'slug'])
    .where('kind', '=', 'post')
    .where('deleted_at', 'is', null)
    .where('updated_at', '>', since)
    .execute()
  const ids = new Set(saved.map(({ id }) => id))
  const addresses = saved.flatMap(({ slug }) => [`/blog/${slug}`, `/blog/${encodeURIComponent(slug)}`])
  for (let last = 0; saved.length > 0; ) {
    const texts = await listTextsWithLinks(db, last)
    const end = texts.at(-1)
    if (!end) return
    for (const { id, content } of texts)
      if (addresses.some((address) => content.includes(address)))
        await addLinks(
          db,
          id,
          (await findLinkedPosts(db, openTags(parseHtml(content)))).filter((target) => ids.has(target)),
        )
    last = end.id
    await yieldToEventLoop(signal)
  }
}

function listTextsWithLinks(db: Db, after: number) {
  return db
    .selectFrom('posts')
    .select(['id', 'content'])
    .where('id', '>', after)
    .where('deleted_at', 'is', null)
    .where('content', 'like', '%/blog/%')
    .orderBy('id')
    .limit(BATCH)
    .execute()
}

async function addLinks(db: Db, postId: number, targets: number[]): Promise<void> {
  if (targets.length === 0) return
  await db
    .insertInto('post_references')
    .values(targets.map((id) => ({ post_id: postId, kind: 'post' as const, ref_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** As typed, and in the spelling that a URL redirects to. */
type LinkedSlug = [typed: string, canonical: string]

async function listLinkedSlugs(db: Db, tags: OpenTag[]): Promise<LinkedSlug[]> {
  const links = collect(tags, 'a', ({ href }) => postLink(href))
  const origin = links.some((link) => !link.startsWith('/')) ? await findFeedOrigin(db) : undefined
  return links.flatMap((link): LinkedSlug[] => {
    const [host, slug] = link.split('/blog/')
    if (host && host !== origin) return []
    const typed = decoded(slug)
    return typed === undefined ? [] : [[typed, canonicalSlug(typed)]]
  })
}

/** A link to a page of a post, on this site or on another, without what follows the slug. */
function postLink(href: string | undefined): string | undefined {
  return href && /^(?:https?:\/\/[^/?#]+)?\/blog\/[^/?#]+(?=\/?(?:$|[?#]))/i.exec(href)?.[0]
}

function decoded(slug: string | undefined): string | undefined {
  try {
    const text = slug && decodeURIComponent(slug)
    // PostgreSQL compares no text with a NUL, and no slug has one.
    return text?.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
