import { toPostInput } from '../../content/posts/post-columns.ts'
import { writeNewDraft } from '../../content/posts/post-drafts.repo.ts'
import { writeNewPost, writePost } from '../../content/posts/posts-write.repo.ts'
import { type PreparedPost, prepareDraft, preparePost } from '../../content/posts/prepare-post.ts'
import { refusal } from '../../content/posts/save-reply.ts'
import type { Db } from '../../platform/db/schema.ts'
import { type ComposedText, composeText, type TextOptions, waitingNote } from './compose-text.ts'
import { repetitionNotes } from './repeated-texts.ts'
import { claimItem, type EarlierItem, type ImportItem, recordOutcome } from './site-imports.repo.ts'

type ImportOptions = Omit<TextOptions, 'slug'> & {
  earlier: EarlierItem | undefined
  /** Whether it is saved again if it has changed on the old site alone. */
  takesChanges: boolean
  now: string
}

/**
 * Saves a text with its dates, in one transaction with the state of its item. A text of an earlier import is saved again if it has
 * changed there and not here.
 */
export async function importText(db: Db, item: ImportItem<'text'>, options: ImportOptions): Promise<void> {
  const { record, target } = item
  const { earlier, takesChanges, now } = options
  const composed = composeText(record, { ...options, slug: target!.split('/').at(-1)! })
  const { published, draft } = composed
  if (!draft) return recordOutcome(db, item.id, { state: 'failed', target: null, notes: composed.notes })
  const asDraft = await prepareDraft(db, draft)
  const prepared = published ? await preparePost(db, published) : asDraft
  await db.transaction().execute(async (transaction) => {
    if (!(await claimItem(transaction, item.id))) return
    const text = { item, composed, prepared, asDraft, takesChanges, now }
    if (earlier) await repeatText(transaction, text, earlier)
    else await addText(transaction, text)
  })
}

type Text = {
  item: ImportItem<'text'>
  composed: ComposedText
  prepared: PreparedPost
  asDraft: PreparedPost
  takesChanges: boolean
  now: string
}

async function addText(db: Db, { item, composed, prepared, asDraft, now }: Text): Promise<void> {
  const { kind } = item.record
  const notes = [...composed.notes]
  let id: number | undefined
  if (composed.published) {
    const outcome = await writeNewPost(db, prepared, now, kind)
    if ('invalid' in outcome) notes.push(`It becomes a draft. ${refusal(outcome.invalid).message}.`, waitingNote)
    else id = outcome.post.id
  }
  id ??= (await writeNewDraft(db, { prepared: asDraft, kind, key: undefined, now })).id
  await keepDates(db, id, item)
  await recordOutcome(db, item.id, { state: 'done', isCreated: true, refId: id, refVersion: 1, notes })
}

/** Readers see when a text was changed on the old site, not when it was imported. */
async function keepDates(db: Db, id: number, { record }: ImportItem<'text'>): Promise<void> {
  const { publishedAt, updatedAt } = record
  const updated = updatedAt ?? publishedAt
  if (updated === null) return
  const created = publishedAt !== null && publishedAt < updated ? publishedAt : updated
  await db.updateTable('posts').set({ created_at: created, updated_at: updated }).where('id', '=', id).execute()
}

async function repeatText(
  db: Db,
  { item, composed, prepared, takesChanges, now }: Text,
  earlier: EarlierItem,
): Promise<void> {
  const { refId, refVersion } = earlier
  const row = await db.selectFrom('posts').selectAll().where('id', '=', refId).executeTakeFirst()
  const kept = (note: string) => recordOutcome(db, item.id, { state: 'kept', refId, refVersion, notes: [note] })
  if (!row || row.deleted_at !== null) return kept(repetitionNotes.deleted)
  const unchanged = () => recordOutcome(db, item.id, { state: 'unchanged', refId, refVersion })
  const isChanged = earlier.hash !== item.hash
  if (row.version !== refVersion) return isChanged ? kept(repetitionNotes.edited) : unchanged()
  if (isChanged && !takesChanges) return kept('It has changed on the old site: the text here stays, as you chose.')
  if (!composed.published)
    return isChanged
      ? kept('It has changed on the old site, but a rule forbids to publish it: the text here stays.')
      : unchanged()
  // Equal text is saved again, too: a picture may be there now that was lost before.
  const outcome = await writePost(db, refId, { prepared, now })
  if (!outcome || 'invalid' in outcome)
    return kept('It has changed on the old site, but cannot be saved: the text here stays.')
  if (outcome.row.version === refVersion) return unchanged()
  await keepDates(db, refId, item)
  const { version } = outcome.row
  const { created_at, updated_at, draft_slug, planned_at } = row
  const replaced = { post: toPostInput(row), times: { created_at, updated_at, draft_slug, planned_at } }
  await recordOutcome(db, item.id, { state: 'done', refId, refVersion: version, replaced, notes: composed.notes })
}
