import { cleanHtml, textOf } from '../../content/rich-text/clean-html.ts'
import type { Db, NewRow } from '../../platform/db/schema.ts'
import {
  claimItem,
  type EarlierItem,
  findEarlierItems,
  type ImportItem,
  itemKey,
  recordOutcome,
  walkItems,
} from './site-imports.repo.ts'

/** Characters of one comment, as many as WordPress stores bytes. */
const CONTENT_MAX = 65_535
/** Comments of a site. */
const COMMENTS_MAX = 200_000
/** Comments of one transaction. */
const BATCH = 200

type CommentOptions = { importId: number; signal: AbortSignal; onProgress: (done: number) => void }

type Known = {
  earlier: Map<string, EarlierItem>
  /** The ids of the texts here by those of the source. */
  posts: Map<string, number>
  /** The ids of the kept comments by those of the source. */
  comments: Map<string, number>
  room: number
}

/** Keeps the comments of imported texts, in batches with the states of their items. */
export async function importComments(db: Db, { importId, signal, onProgress }: CommentOptions): Promise<void> {
  let known: Known | undefined
  let batch: ImportItem<'comment'>[] = []
  let done = 0
  const flush = async () => {
    signal.throwIfAborted()
    known ??= await readKnown(db, importId)
    const current = known
    await db.transaction().execute(async (transaction) => {
      for (const item of batch) await importComment(transaction, item, current)
    })
    done += batch.length
    onProgress(done)
    batch = []
  }
  for await (const item of walkItems(db, importId, 'comment', 'waiting')) {
    batch.push(item)
    if (batch.length === BATCH) await flush()
  }
  if (batch.length > 0) await flush()
}

async function readKnown(db: Db, importId: number): Promise<Known> {
  const idsOf = async (type: 'text' | 'comment', table: 'posts' | 'imported_comments') => {
    const rows = await db
      .selectFrom('site_import_items')
      .select(['source_key', 'ref_id'])
      .where('import_id', '=', importId)
      .where('type', '=', type)
      .where('ref_id', 'in', (rows) => rows.selectFrom(table).select('id'))
      .execute()
    return new Map(rows.map(({ source_key, ref_id }) => [source_key.slice(type.length + 1), ref_id!]))
  }
  const { count } = await db
    .selectFrom('imported_comments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return {
    earlier: await findEarlierItems(db, importId),
    posts: await idsOf('text', 'posts'),
    comments: await idsOf('comment', 'imported_comments'),
    room: COMMENTS_MAX - Number(count),
  }
}

async function importComment(db: Db, item: ImportItem<'comment'>, known: Known): Promise<void> {
  const { id, record, sourceKey, hash } = item
  if ('leftOut' in record || !(await claimItem(db, id))) return
  const leaveOut = (note: string) => recordOutcome(db, id, { state: 'left-out', notes: [note] })
  const post = known.posts.get(record.textId)
  if (post === undefined) return leaveOut('Its text is not imported.')
  const content = cleanHtml(record.content.slice(0, CONTENT_MAX).toWellFormed()).trim()
  if (!textOf(content)) return leaveOut('It has no text.')
  const parent = record.parentId === null ? null : known.comments.get(record.parentId)
  const notes = [
    ...(record.content.length > CONTENT_MAX ? ['It is longer than a comment can be here, and was cut.'] : []),
    ...(parent === undefined ? ['The comment that it replies to is not kept.'] : []),
  ]
  const { author, writtenAt, isApproved } = record
  const row = {
    ...{ post_id: post, parent_id: parent ?? null, author, content, written_at: writtenAt },
    is_approved: isApproved,
  }
  const earlier = known.earlier.get(itemKey('comment', sourceKey))
  if (earlier && (await rewrite(db, earlier.refId, row))) {
    known.comments.set(record.id, earlier.refId)
    const state = earlier.hash === hash ? 'unchanged' : 'done'
    return recordOutcome(db, id, { state, refId: earlier.refId, notes })
  }
  if (known.room <= 0)
    return leaveOut(`A site keeps at most ${COMMENTS_MAX.toLocaleString('en-US')} comments of another one.`)
  known.room -= 1
  const created = await db.insertInto('imported_comments').values(row).returning('id').executeTakeFirstOrThrow()
  known.comments.set(record.id, created.id)
  await recordOutcome(db, id, { state: 'done', isCreated: true, refId: created.id, notes })
}

/** False if it is gone. */
async function rewrite(db: Db, id: number, row: NewRow<'imported_comments'>): Promise<boolean> {
  const written = await db.updateTable('imported_comments').set(row).where('id', '=', id).returning('id').execute()
  return written.length > 0
}
