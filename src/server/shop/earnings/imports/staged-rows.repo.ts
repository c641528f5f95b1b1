import { sql } from 'kysely'
import { insertRows, isOneOf } from '../../../platform/db/json-rows.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts'
import type { ReportRow } from '../reports/report-row.ts'

/** A row of a dry run. */
export type StagedRow = { position: number; row: ReportRow; occurrence: number }
export type RejectedRow = { position: number; row: number; reason: string }

export async function insertStaged(
  db: Db,
  importId: number,
  rows: readonly StagedRow[],
  rejected: readonly RejectedRow[],
): Promise<void> {
  const all = [
    ...rows.map(({ position, row, occurrence }) => ({
      import_id: importId,
      position,
      file_row: row.row,
      external_id: row.externalId,
      content: toContent({ row, occurrence }),
      reason: null,
    })),
    ...rejected.map(({ position, row, reason }) => ({
      import_id: importId,
      position,
      file_row: row,
      external_id: null,
      content: null,
      reason,
    })),
  ]
  const [first] = all
  if (first) await insertRows(db, 'earning_import_rows', Object.keys(first), all).execute(db)
}

/** A staged row that can be written. */
export type ListedRow = StagedRow & { isSimilar: boolean }

/** At most `limit` rows after a position without the rejected ones, and the last position. */
export async function listStaged(
  db: Db,
  importId: number,
  after: number,
  limit: number,
): Promise<{ last: number | undefined; rows: ListedRow[] }> {
  const rows = await db
    .selectFrom('earning_import_rows')
    .select(['position', 'content', 'is_similar'])
    .where('import_id', '=', importId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()
  return {
    last: rows.at(-1)?.position,
    rows: rows.flatMap((row) => {
      const staged = toStaged(row)
      return staged ? [{ ...staged, isSimilar: Boolean(row.is_similar) }] : []
    }),
  }
}

/** Marks staged rows that look like sales of the ledger. */
export async function markSimilar(db: Db, importId: number, positions: readonly number[]): Promise<void> {
  for (let from = 0; from < positions.length; from += MARKED_AT_ONCE)
    await db
      .updateTable('earning_import_rows')
      .set({ is_similar: true })
      .where('import_id', '=', importId)
      .where(isOneOf(db, 'position', positions.slice(from, from + MARKED_AT_ONCE)))
      .execute()
}

const MARKED_AT_ONCE = 5000

/** Rows of the same sales in the part of the file that was read before. */
export async function findStaged(db: Db, importId: number, externalIds: readonly string[]): Promise<StagedRow[]> {
  if (externalIds.length === 0) return []
  const rows = await db
    .selectFrom('earning_import_rows')
    .select(['position', 'content'])
    .where('import_id', '=', importId)
    .where(isOneOf(db, 'external_id', externalIds))
    .execute()
  return rows.flatMap((row) => toStaged(row) ?? [])
}

/** In steps, since there may be half a million. */
export async function deleteStaged(db: Db, importId: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ last: number | null }>`
      select max(position) as last from (select position from earning_import_rows where import_id = ${importId}
      order by position limit ${DELETED_AT_ONCE}) as first`.execute(db)
    const last = rows[0]?.last ?? null
    if (last === null) return
    await db.deleteFrom('earning_import_rows').where('import_id', '=', importId).where('position', '<=', last).execute()
    await yieldToEventLoop(signal)
  }
}

const DELETED_AT_ONCE = 5000

type Content = Omit<StagedRow, 'position'>

/** Leaves out what the report does not say, which is half of a row. */
function toContent({ row, occurrence }: Content): string {
  const said: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(row)) if (value !== null) said[key] = value
  return JSON.stringify({ row: said, occurrence })
}

function toStaged({ position, content }: { position: number; content: string | null }): StagedRow | undefined {
  if (content === null) return undefined
  const { row, occurrence } = JSON.parse(content) as Content
  return { position, row: { ...unsaid, ...row }, occurrence }
}

type Unsaid = { [Key in keyof ReportRow]-?: null extends ReportRow[Key] ? Key : never }[keyof ReportRow]

const unsaid: Record<Unsaid, null> = {
  clickRef: null,
  trackingId: null,
  advertiser: null,
  orderId: null,
  sku: null,
  productName: null,
  clickedAt: null,
  orderedAt: null,
  postedAt: null,
  quantity: null,
  saleMinor: null,
  originalExternalId: null,
  reason: null,
  promoCode: null,
  program: null,
}
