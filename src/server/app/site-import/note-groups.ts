import type { NoteGroup } from '../../../contract/app/site-imports.ts'
import type { Db } from '../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'

/** Groups that are told apart; further notes share one. */
const GROUPS_MAX = 200
const TEXT_MAX = 500
/** Rows of one query. */
const BATCH = 2000

/** Stands for what differs in the notes of a group. */
const DIFFERENT = '…'
const OTHERS = 'Other notes'

/** A note without the addresses, names and ids that it has of its own. */
function groupOf(note: string): string {
  return note
    .replaceAll(/https?:\/\/\S*[^\s.:,;)]/g, DIFFERENT)
    .replaceAll(/“[^”]*”/g, `“${DIFFERENT}”`)
    .replaceAll(/\bnumber \d+/g, `number ${DIFFERENT}`)
    .slice(0, TEXT_MAX)
}

/** The LIKE pattern of the stored notes, a JSON array, that have one of a group. */
export function notePattern(group: string): string {
  if (group === OTHERS) return '%'
  const text = JSON.stringify(group)
    .slice(1, -1)
    .replaceAll(/[\\%_]/g, '\\$&')
    .replaceAll(DIFFERENT, '%')
  return `%"${text}%`
}

/** Counts the notes of an import and stores them with it: losses first, then by how many items have them. */
export async function saveNoteGroups(db: Db, importId: number, signal: AbortSignal): Promise<void> {
  const groups = new Map<string, NoteGroup>()
  for (let after = 0; ; ) {
    await yieldToEventLoop(signal)
    const rows = await db
      .selectFrom('site_import_items')
      .select(['id', 'type', 'state', 'notes'])
      .where('import_id', '=', importId)
      .where('id', '>', after)
      .where('notes', '<>', '[]')
      .orderBy('id')
      .limit(BATCH)
      .execute()
    for (const { type, state, notes } of rows) {
      const isLoss = type === 'problem' || state === 'failed' || state === 'left-out'
      for (const text of new Set((JSON.parse(notes) as string[]).map(groupOf))) addTo(groups, text, isLoss)
    }
    if (rows.length < BATCH) break
    after = rows.at(-1)!.id
  }
  const sorted = [...groups.values()].sort(
    (one, other) => Number(other.isLoss) - Number(one.isLoss) || other.count - one.count,
  )
  await db
    .updateTable('site_imports')
    .set({ note_groups: JSON.stringify(sorted) })
    .where('id', '=', importId)
    .execute()
}

function addTo(groups: Map<string, NoteGroup>, wanted: string, isLoss: boolean): void {
  const text = groups.has(wanted) || groups.size < GROUPS_MAX ? wanted : OTHERS
  const group = groups.get(text) ?? { text, count: 0, isLoss: false }
  groups.set(text, { text, count: group.count + 1, isLoss: group.isLoss || isLoss })
}
