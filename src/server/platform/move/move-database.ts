import { enforceForeignKeys, restoreForeignKeys, suspendForeignKeys } from '../db/foreign-keys.ts'
import { readIdCounters, writeIdCounters } from '../db/id-counters.ts'
import { isEmpty } from '../db/is-empty.ts'
import { analyze, withoutTimeLimit } from '../db/maintenance.ts'
import { isCurrent, lastMigration, migrateToLatest, newerMigrations } from '../db/migrate.ts'
import { deleteMove, findMove, type MoveState, saveMove } from '../db/move-state.ts'
import type { TableShape } from '../db/ordered-rows.ts'
import type { Db } from '../db/schema.ts'
import { schemaTables } from '../db/schema-tables.ts'
import { inSnapshot } from '../db/snapshot.ts'
import { commonShapes } from '../db/table-shape.ts'
import { areWritesHeld, holdWrites, releaseWrites } from '../db/write-hold.ts'
import { compareTable, type MovedTable } from './compare-table.ts'
import { copyTable } from './copy-table.ts'
import type { MoveReport } from './move-report.ts'

/** The message of a rejected write while the last rows are copied, and from then on. */
export const MOVING =
  'The site is being moved to another database: nothing was saved. Please try again in a few minutes.'
export const MOVED =
  'The site has moved to another database: nothing was saved. Please try again when it has been restarted there.'

/** A move that cannot begin or be completed; the message is a sentence for the operator. */
export class MoveError extends Error {}

export type MoveOptions = {
  source: Db
  target: Db
  /** Without passwords. */
  names: { source: string; target: string }
  /** Overwrites the content of the target. */
  replaces: boolean
  report: MoveReport
  /** Aborts between two batches; the source then takes writes again. */
  signal: AbortSignal
}

/**
 * Copies all rows to another database while the site is served, then holds writes for a last comparison, which copies what
 * has changed meanwhile and verifies every row. Writes stay held afterwards: the site goes on with the target. Repeatable
 * after it was killed. Returns the verified tables; throws and releases the hold if they are not equal.
 */
export async function moveDatabase(options: MoveOptions): Promise<MovedTable[]> {
  const { source, target, names, report, signal } = options
  const wasDone = await checkSource(options)
  const state = await prepareTarget(options)
  await enforceForeignKeys(target, false)
  try {
    const shapes = await commonShapes(source, target, await schemaTables(source))
    if (!wasDone) await copyTables(shapes, options)
    signal.throwIfAborted()
    report.holding()
    await saveMove(source, { role: 'source', other: names.target, isDone: false })
    await holdWrites(source, MOVING)
    const moved = await completeTables(shapes, options)
    await restoreForeignKeys(target, state.foreignKeys)
    const withIds = shapes
      .filter(({ columns, key: [first] }) => first !== undefined && columns[first] === 'id')
      .map(({ table }) => table)
    await writeIdCounters(target, await readIdCounters(source, withIds))
    await analyze(target)
    // In this order: a move that is killed in between is repeated.
    await holdWrites(source, MOVED)
    await saveMove(source, { role: 'source', other: names.target, isDone: true })
    await releaseWrites(target)
    await deleteMove(target)
    return moved
  } catch (error) {
    if (!wasDone) await undoMove(source)
    throw error
  } finally {
    await enforceForeignKeys(target, true)
  }
}

/** Ends the hold of a database that was moved, so that the site goes on with it. False if there was none. */
export async function undoMove(source: Db): Promise<boolean> {
  const move = await findMove(source)
  const isHeld = await areWritesHeld(source)
  await releaseWrites(source)
  if (move?.role === 'source') await deleteMove(source)
  return isHeld || move?.role === 'source'
}

/** True if it was moved to the same target before, which was not completed there. Throws if it cannot be moved. */
async function checkSource({ source, target, names }: MoveOptions): Promise<boolean> {
  if (!(await isCurrent(source)))
    throw new MoveError('The database is not migrated. Start the site once with this version.')
  // It may have tables that would be missing in the copy.
  if ((await newerMigrations(source)).length > 0)
    throw new MoveError('A newer version of the program has changed the database. Move it with that version.')
  const move = await findMove(source)
  if (move?.role === 'target')
    throw new MoveError('The database is itself the unfinished target of a move. Complete that move first.')
  if (!move?.isDone) return false
  if (move.other === names.target && (await findMove(target))?.role === 'target') return true
  throw new MoveError(
    `The database has been moved to ${move.other} already. Restart the site with that one, or end the move with --undo.`,
  )
}

type TargetState = MoveState & { role: 'target' }

/** Migrates the target and marks it as unfinished, so that no site is started on it. */
async function prepareTarget({ source, target, names, replaces }: MoveOptions): Promise<TargetState> {
  const before = await findMove(target)
  const earlier = before?.role === 'target' ? before : undefined
  if (earlier && earlier.other !== names.source && !replaces)
    throw new MoveError(`The target holds an unfinished copy of ${earlier.other}. Add --replace to overwrite it.`)
  const isNew = (await lastMigration(target)) === ''
  if (!earlier && !isNew && !(await isEmpty(target)) && !replaces)
    throw new MoveError('The target is not empty. Add --replace to overwrite what is in it.')
  await migrateToLatest(target)
  await saveMove(target, { role: 'target', other: names.source, foreignKeys: earlier?.foreignKeys ?? [] })
  if ((await findMove(source))?.role === 'target') {
    await deleteMove(target)
    throw new MoveError('The target is the database that the site uses already.')
  }
  // A former source; its rows are overwritten.
  await releaseWrites(target)
  return target.transaction().execute(async (transaction) => {
    const foreignKeys = [...(earlier?.foreignKeys ?? []), ...(await suspendForeignKeys(transaction))]
    const state: TargetState = { role: 'target', other: names.source, foreignKeys }
    await saveMove(transaction, state)
    return state
  })
}

/** Copies a snapshot of all tables while the site goes on. */
async function copyTables(shapes: TableShape[], { source, target, report, signal }: MoveOptions): Promise<void> {
  await inSnapshot(source, async (snapshot) => {
    await withoutTimeLimit(snapshot)
    for (const shape of shapes) {
      const onRows = await report.table(snapshot, shape.table)
      await copyTable(shape, { source: snapshot, target, onRows, signal })
    }
  })
}

/** Copies what has changed since the snapshot, until both databases hold the same rows. */
async function completeTables(shapes: TableShape[], options: MoveOptions): Promise<MovedTable[]> {
  const { source, target, report, signal } = options
  const moved: MovedTable[] = []
  for (const shape of shapes) {
    const compare = async () => {
      signal.throwIfAborted()
      const onRows = await report.table(source, shape.table)
      return inSnapshot(source, async (from) => {
        await withoutTimeLimit(from)
        return inSnapshot(target, async (to) => {
          await withoutTimeLimit(to)
          return compareTable(shape, { source: from, target: to, onRows })
        })
      })
    }
    let comparison = await compare()
    if (comparison.differences > 0) {
      await inSnapshot(source, async (from) => {
        await withoutTimeLimit(from)
        await copyTable(shape, { source: from, target, onRows: () => {}, signal })
      })
      comparison = await compare()
    }
    moved.push({ table: shape.table, ...comparison })
  }
  report.verified(moved)
  const different = moved.filter(({ differences }) => differences > 0).map(({ table }) => table)
  if (different.length > 0)
    throw new MoveError(`The databases differ in ${different.join(', ')}: nothing was switched.`)
  return moved
}
