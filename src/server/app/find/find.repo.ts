import { type RawBuilder, sql } from 'kysely'
import { FOUND_MAX, type Found, type FoundKind, foundKinds } from '../../../contract/app/find.ts'
import { contactList } from '../../audience/contacts/contacts.repo.ts'
import { subscriberRows } from '../../audience/subscribers/subscriber-list.repo.ts'
import { contains } from '../../platform/db/contains.ts'
import type { Db } from '../../platform/db/schema.ts'
import { createNameMatch, findByWords, foldName } from '../../platform/db/search-index.ts'

type Hit = Omit<Found, 'kind'>

/** Rows that are not deleted, drafts and inactive ones included, by a term: at most `FOUND_MAX` of each kind, best first. */
export async function find(db: Db, term: string, now: string): Promise<Found[]> {
  const hits = await Promise.all(
    foundKinds.map(async (kind) => (await finders[kind](db, term, now)).map((hit) => ({ kind, ...hit }))),
  )
  return hits.flat()
}

const finders: Record<FoundKind, (db: Db, term: string, now: string) => Promise<Hit[]>> = {
  post: (db, term, now) => findTexts(db, { kind: sql`posts.kind = 'post'`, term, now }),
  page: (db, term, now) => findTexts(db, { kind: sql`posts.kind = 'page'`, term, now }),
  // Automatic newsletters have no editor of their own.
  newsletter: (db, term, now) =>
    findTexts(db, {
      kind: sql`posts.kind = 'newsletter' and posts.id in
        (select post_id from newsletters where newsletters.kind in ('newsletter', 'digest'))`,
      term,
      now,
    }),
  product: async (db, term) => {
    const ids = await findByWords(db, 'products', term, { limit: FOUND_MAX, where: sql`products.deleted_at is null` })
    if (ids.length === 0) return []
    const rows = await db.selectFrom('products').select(['id', 'name', 'category']).where('id', 'in', ids).execute()
    return inOrder(
      ids,
      rows.map(({ id, name, category }) => ({ id, title: name, detail: category })),
    )
  },
  ingredient: async (db, term) => {
    const rows = await db
      .selectFrom('ingredients')
      .select(['id', 'name', 'inci', 'synonyms'])
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .orderBy('id')
      .execute()
    const matches = createNameMatch(term)
    return rows
      .filter(({ name, inci, synonyms }) => matches(foldName([name, inci, ...JSON.parse(synonyms)].join('\n'))))
      .slice(0, FOUND_MAX)
      .map(({ id, name, inci }) => ({ id, title: name, detail: inci }))
  },
  routine: async (db, term) => {
    const rows = await db
      .selectFrom('routines')
      .select(['id', 'name'])
      .where('deleted_at', 'is', null)
      .orderBy('position')
      .orderBy('id')
      .execute()
    const matches = createNameMatch(term)
    return rows
      .filter(({ name }) => matches(foldName(name)))
      .slice(0, FOUND_MAX)
      .map(({ id, name }) => ({ id, title: name, detail: '' }))
  },
  subscriber: async (db, term) => {
    const ids = await subscriberRows.ids(db, { q: term }, FOUND_MAX)
    if (ids.length === 0) return []
    const rows = await db.selectFrom('subscribers').select(['id', 'email', 'name']).where('id', 'in', ids).execute()
    return inOrder(
      ids,
      rows.map(({ id, email, name }) => ({ id, title: email, detail: name ?? '' })),
    )
  },
  message: async (db, term) => {
    const ids = await contactList.ids(db, { q: term }, FOUND_MAX)
    if (ids.length === 0) return []
    const rows = await db.selectFrom('contacts').select(['id', 'subject', 'name']).where('id', 'in', ids).execute()
    return inOrder(
      ids,
      rows.map(({ id, subject, name }) => ({ id, title: subject, detail: name })),
    )
  },
}

type Texts = { kind: RawBuilder<unknown>; term: string; now: string }

/** Those with the term in their title, also in that of a working copy, then those with its words in their text. */
async function findTexts(db: Db, { kind, term, now }: Texts): Promise<Hit[]> {
  const where = sql`posts.deleted_at is null and ${kind}`
  const byWords = await findByWords(db, 'posts', term, { limit: FOUND_MAX, where })
  const byTitle = await db
    .selectFrom('posts')
    .leftJoin('post_drafts', 'post_drafts.post_id', 'posts.id')
    .select('posts.id')
    .where(sql<boolean>`${where}`)
    .where(({ ref }) => contains([ref('posts.title'), ref('post_drafts.title')], term))
    .orderBy('posts.updated_at', 'desc')
    .orderBy('posts.id', 'desc')
    .limit(FOUND_MAX)
    .execute()
  const ids = [...new Set([...byTitle.map(({ id }) => id), ...byWords])].slice(0, FOUND_MAX)
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('posts')
    .leftJoin('post_drafts', 'post_drafts.post_id', 'posts.id')
    .select(['posts.id', 'posts.title', 'posts.kind', 'posts.published_at', 'post_drafts.title as copy_title'])
    .where('posts.id', 'in', ids)
    .execute()
  return inOrder(
    ids,
    rows.map((row) => ({
      id: row.id,
      title: row.copy_title || row.title || 'Untitled',
      detail: row.kind === 'newsletter' ? '' : stateOf(row.published_at, now),
    })),
  )
}

function stateOf(publishedAt: string | null, now: string): string {
  if (publishedAt === null) return 'Draft'
  return publishedAt > now ? 'Scheduled' : ''
}

function inOrder(ids: number[], hits: Hit[]): Hit[] {
  return ids.flatMap((id) => hits.find((hit) => hit.id === id) ?? [])
}
