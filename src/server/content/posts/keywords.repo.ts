import { KEYWORDS_MAX, keywordKey, keywordsOf } from '../../../contract/content/keywords.ts'
import { Rejection } from '../../platform/db/rejection.ts'
import type { Db } from '../../platform/db/schema.ts'
import { setFieldOfPosts } from './post-bulk.repo.ts'
import { parseStoredDraft } from './post-drafts.ts'

/** The keywords of posts that are not deleted, by name; of several spellings the one that most have. */
export async function listKeywords(db: Db): Promise<string[]> {
  const posts = (await listTexts(db)).filter(({ isDeleted }) => !isDeleted)
  const spellings = new Map<string, Map<string, number>>()
  for (const keyword of posts.flatMap(({ keywords }) => keywordsOf(keywords))) {
    const key = keywordKey(keyword)
    const counts = spellings.get(key) ?? new Map<string, number>()
    spellings.set(key, counts.set(keyword, (counts.get(keyword) ?? 0) + 1))
  }
  const names = [...spellings.values()].map((counts) => [...counts].reduce((a, b) => (b[1] > a[1] ? b : a))[0])
  return names.sort((a, b) => a.localeCompare(b, 'en'))
}

/**
 * Gives the posts with a keyword another one instead; in a transaction. Returns how many changed, deleted ones not counted;
 * undefined if no post has the keyword. Throws a `Rejection` unless a post has the other one, and if a post would have too many.
 */
export async function mergeKeywords(
  db: Db,
  { from, into, now }: { from: string; into: string; now: string },
): Promise<number | undefined> {
  const texts = await listTexts(db)
  const has = (keyword: string) => (text: (typeof texts)[number]) =>
    keywordsOf(text.keywords).some((each) => keywordKey(each) === keywordKey(keyword))
  const found = texts.filter(has(from))
  if (found.length === 0) return undefined
  if (keywordKey(from) === keywordKey(into) || !texts.some(has(into)))
    throw new Rejection('Please choose another keyword to merge it into', 'into')
  const merged = (keywords: string) => mergeIn(keywords, { from, into })
  const long = found.find(({ keywords }) => merged(keywords).length > KEYWORDS_MAX)
  if (long)
    throw new Rejection(
      `“${long.title || 'Untitled'}” would have more than ${KEYWORDS_MAX} characters of keywords`,
      'into',
    )
  for (const { id, keywords } of found.filter(({ isDeleted }) => isDeleted))
    await db
      .updateTable('posts')
      .set({ keywords: merged(keywords) })
      .where('id', '=', id)
      .execute()
  const present = [...new Set(found.flatMap(({ id, isDeleted }) => (isDeleted ? [] : id)))].toSorted((a, b) => a - b)
  const { ids } = await setFieldOfPosts(db, present, ({ keywords }) => ({ keywords: merged(keywords) }), now)
  return ids.length
}

/** Posts and templates with keywords, and the working copies of posts, which may have others. */
async function listTexts(db: Db) {
  const posts = await db
    .selectFrom('posts')
    .select(['id', 'title', 'keywords', 'deleted_at'])
    .where('kind', 'in', ['post', 'template'])
    .where('keywords', '!=', '')
    .orderBy('id')
    .execute()
  const copies = await db
    .selectFrom('post_drafts')
    .innerJoin('posts', 'posts.id', 'post_drafts.post_id')
    .select(['posts.id', 'post_drafts.draft'])
    .where('posts.deleted_at', 'is', null)
    .where('posts.kind', '=', 'post')
    .orderBy('posts.id')
    .execute()
  return [
    ...posts.map(({ deleted_at, ...post }) => ({ ...post, isDeleted: deleted_at !== null })),
    ...copies.map(({ id, draft }) => {
      const { title, keywords } = parseStoredDraft(draft)
      return { id, title, keywords, isDeleted: false }
    }),
  ]
}

/** With one keyword in place of another one, or without the latter where both stand. Untouched where it does not stand. */
function mergeIn(keywords: string, { from, into }: { from: string; into: string }): string {
  const all = keywordsOf(keywords)
  const keys = all.map(keywordKey)
  const key = keywordKey(from)
  if (!keys.includes(key)) return keywords
  const hasBoth = keys.includes(keywordKey(into))
  return all
    .flatMap((keyword, at) => {
      if (keys[at] !== key) return [keyword]
      return hasBoth || keys.indexOf(key) < at ? [] : [into]
    })
    .join(', ')
}
