import type { DemoContent, EditedDemo } from '../../../contract/app/demo.ts'
import { isOneOf } from '../../platform/db/json-rows.ts'
import type { Db } from '../../platform/db/schema.ts'
import { type DemoTable, findRemoval, hasDemoRows, hashesOf, listDemoRows } from './demo-rows.repo.ts'
import { contentTables, listEdited } from './plan-removal.ts'

/** In milliseconds: how long a removal can be undone. */
export const UNDO_MS = 24 * 60 * 60 * 1000

const titles = {
  posts: 'title',
  products: 'name',
  ingredients: 'name',
  routines: 'name',
  categories: 'name',
  images: 'file_name',
} as const

export async function readDemoContent(db: Db, now: string): Promise<DemoContent> {
  const rows = await listDemoRows(db, [...contentTables, 'contacts', 'subscribers', 'newsletters'])
  const count = (table: DemoTable) => hashesOf(rows, table).size
  const edited: EditedDemo[] = []
  for (const kind of contentTables) {
    const ids = await listEdited(db, kind, hashesOf(rows, kind))
    if (ids.length === 0) continue
    const named = await db
      .selectFrom(kind)
      .select(['id', (eb) => eb.ref(titles[kind] as 'id').as('title')])
      .where(isOneOf(db, 'id', ids))
      .orderBy('id')
      .execute()
    edited.push(...named.map(({ id, title }) => ({ kind, id, title: String(title) })))
  }
  const removedAt = await findRemoval(db)
  const undoUntil = removedAt && new Date(Date.parse(removedAt) + UNDO_MS).toISOString()
  return {
    counts: {
      posts: count('posts') - count('newsletters'),
      products: count('products'),
      ingredients: count('ingredients'),
      routines: count('routines'),
      categories: count('categories'),
      images: count('images'),
      messages: count('contacts'),
      subscribers: count('subscribers'),
      newsletters: count('newsletters'),
    },
    isPresent: await hasDemoRows(db),
    edited,
    undoUntil: undoUntil && undoUntil > now ? undoUntil : null,
  }
}
