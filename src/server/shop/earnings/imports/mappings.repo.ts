import { isOneOf } from '../../../platform/db/json-rows.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { type Mapping, type StoredMapping, toMapping } from './report-options.ts'

const MAPPINGS_MAX = 200

/** The owner's choices for the columns of files with the same header, by header. */
export async function findMappings(db: Db, headers: readonly string[]): Promise<Map<string, StoredMapping>> {
  const rows = await db
    .selectFrom('earning_mappings')
    .select(['header', 'choices'])
    .where(isOneOf(db, 'header', headers))
    .execute()
  return new Map(rows.map(({ header, choices }) => [header, toStored(choices)]))
}

function toStored(choices: string): StoredMapping {
  const stored = JSON.parse(choices) as Mapping
  return { ...toMapping(stored), isFormer: 'dateOrder' in stored }
}

/** Remembers choices; the oldest are dropped. */
export async function saveMapping(db: Db, header: string, mapping: Mapping, now: string): Promise<void> {
  const choices = JSON.stringify(mapping)
  await db
    .insertInto('earning_mappings')
    .values({ header, choices, updated_at: now })
    .onConflict((conflict) => conflict.column('header').doUpdateSet({ choices, updated_at: now }))
    .execute()
  await db
    .deleteFrom('earning_mappings')
    .where('header', 'in', (eb) =>
      eb
        .selectFrom('earning_mappings')
        .select('header')
        .orderBy('updated_at', 'desc')
        .orderBy('header')
        .limit(100_000)
        .offset(MAPPINGS_MAX),
    )
    .execute()
}
