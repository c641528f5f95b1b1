import * as z from 'zod/mini'
import { ERASURE_PURPOSE, ERASURES_MAX } from '../../audience/personal-data/erasures.repo.ts'
import type { Row } from '../../platform/db/schema.ts'
import type { Secrets } from '../../platform/secrets.ts'

/** Erasures whose hashes have one key, which is sealed with the key of the site. */
const Section = z.object({
  key: z.string(),
  rows: z.array(z.object({ hash: z.string(), erased_at: z.string(), ended_at: z.nullable(z.string()) })),
})
type Section = z.infer<typeof Section>

/** The file next to the backups. With it, a backup from before an erasure does not bring anyone back. */
export const ErasureList = z.array(Section)
export type ErasureList = z.infer<typeof ErasureList>

/** Throws for a file that is cut short or of another program. */
export function parseErasures(text: string | undefined): ErasureList {
  if (text === undefined) return []
  try {
    return ErasureList.parse(JSON.parse(text))
  } catch {
    throw new Error(
      'The list of erasures next to the backups cannot be read. Bring it back, or delete the file `erasures.json`.',
    )
  }
}

/** Both lists as one. Sections that the key of the site does not open stay as they are. */
export function mergeErasures(former: ErasureList, added: Section, secrets: Secrets): ErasureList {
  const key = secrets.open(ERASURE_PURPOSE, added.key)
  const isSame = (section: Section) =>
    section.key === added.key || (key !== undefined && secrets.open(ERASURE_PURPOSE, section.key) === key)
  const rows = former.filter(isSame).flatMap((section) => section.rows)
  return [...former.filter((section) => !isSame(section)), { key: added.key, rows: latest([...rows, ...added.rows]) }]
}

/** The sections with what was erased at `time` or later. */
export function erasedSince(list: ErasureList, time: string): ErasureList {
  return list
    .map(({ key, rows }) => ({ key, rows: rows.filter(({ erased_at }) => erased_at >= time) }))
    .filter(({ rows }) => rows.length > 0)
}

/** The last erasure of each address, newest first. */
function latest(rows: Row<'erasures'>[]): Row<'erasures'>[] {
  const byTime = rows.toSorted(
    (a, b) => compare(b.erased_at, a.erased_at) || compare(b.ended_at ?? '', a.ended_at ?? ''),
  )
  const byHash = new Map<string, Row<'erasures'>>()
  for (const row of byTime) if (!byHash.has(row.hash)) byHash.set(row.hash, row)
  return [...byHash.values()].slice(0, ERASURES_MAX)
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
