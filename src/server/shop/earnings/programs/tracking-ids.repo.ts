import type { Program, ProgramInput } from '../../../../contract/shop/programs.ts'
import { isOneOf } from '../../../platform/db/json-rows.ts'
import type { Db } from '../../../platform/db/schema.ts'

/** The posts and categories that have a tracking ID, by program. */
export async function listAssignments(
  db: Db,
  programIds: readonly number[],
): Promise<Map<number, Program['assignments']>> {
  const rows = await db
    .selectFrom('program_tracking_ids as given')
    .leftJoin('posts', (join) => join.onRef('posts.id', '=', 'given.ref_id').on('given.kind', '=', 'post'))
    .leftJoin('categories', (join) =>
      join.onRef('categories.id', '=', 'given.ref_id').on('given.kind', '=', 'category'),
    )
    .select(['given.program_id', 'given.tracking_id', 'given.kind', 'given.ref_id', 'given.is_automatic'])
    .select(['posts.title', 'categories.name'])
    .where(isOneOf(db, 'given.program_id', programIds))
    .orderBy('given.id')
    .execute()
  const shown = rows.flatMap(({ program_id, tracking_id, kind, ref_id, is_automatic, title, name }) => {
    const label = title ?? name ?? (kind === 'post' ? `Deleted post ${ref_id}` : null)
    if (label === null) return []
    const assignment = { trackingId: tracking_id, kind, id: ref_id, isAutomatic: Boolean(is_automatic), name: label }
    return [{ program_id, assignment }]
  })
  return new Map(
    [...Map.groupBy(shown, ({ program_id }) => program_id)].map(([id, list]) => [
      id,
      list.map(({ assignment }) => assignment),
    ]),
  )
}

/** Replaces the assignments of a program. */
export async function storeAssignments(
  db: Db,
  programId: number,
  assignments: ProgramInput['assignments'],
): Promise<void> {
  await db.deleteFrom('program_tracking_ids').where('program_id', '=', programId).execute()
  await insertAssignments(db, programId, assignments)
}

export async function insertAssignments(
  db: Db,
  programId: number,
  assignments: ProgramInput['assignments'],
): Promise<void> {
  const rows = assignments.map((one) => ({
    program_id: programId,
    tracking_id: one.trackingId,
    kind: one.kind,
    ref_id: one.id,
    is_automatic: one.isAutomatic,
  }))
  for (let from = 0; from < rows.length; from += 500)
    await db
      .insertInto('program_tracking_ids')
      .values(rows.slice(from, from + 500))
      .execute()
}
