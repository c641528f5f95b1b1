import type { NotNull } from 'kysely'
import { CHUNK_BYTES, type ImportPlan, type ImportState } from '../../../../contract/shop/earning-imports.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { storeChunk } from './import-files.repo.ts'
import { changeImport, createImport } from './imports.repo.ts'

/** Imports of sales that were fetched from a network: they are written without a confirmation. */

const unfinished: readonly ImportState[] = ['surveying', 'reading', 'writing', 'undoing']

/** Whether a fetch of this network is still being read or written. */
export async function hasOpenFetch(db: Db, network: string): Promise<boolean> {
  const row = await db
    .selectFrom('earning_imports')
    .select('id')
    .where('fetched_from', '=', network)
    .where('state', 'in', unfinished)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Fetches that the owner has to look at, by network. */
export async function countWaitingFetches(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('earning_imports')
    .select((eb) => ['fetched_from', eb.fn.countAll<number>().as('count')])
    .where('fetched_from', 'is not', null)
    .where('state', 'in', ['questions', 'failed'])
    .groupBy('fetched_from')
    .$narrowType<{ fetched_from: NotNull }>()
    .execute()
  return new Map(rows.map(({ fetched_from, count }) => [fetched_from, Number(count)]))
}

type Fetched = { network: string; fileName: string; text: string; now: string }

export async function storeFetchedReport(db: Db, { network, fileName, text, now }: Fetched): Promise<void> {
  const bytes = Buffer.from(text)
  const { id } = await createImport(db, { fileName, fileSize: bytes.length }, now)
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES)
    await storeChunk(db, id, from / CHUNK_BYTES, bytes.subarray(from, from + CHUNK_BYTES))
  await db.updateTable('earning_imports').set({ fetched_from: network }).where('id', '=', id).execute()
  await changeImport(db, id, ['uploading'], { state: 'surveying' })
}

export async function isFetched(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('earning_imports').select('fetched_from').where('id', '=', id).executeTakeFirst()
  return (row?.fetched_from ?? null) !== null
}

/** Whether the ledger knows all rows of a dry run. */
export function isAllKnown({ totals, rejected }: ImportPlan): boolean {
  return rejected === 0 && totals.every(({ known, all }) => known.rows === all.rows)
}
