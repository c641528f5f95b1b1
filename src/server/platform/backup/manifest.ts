import * as z from 'zod/mini'
import { type BackedUpTable, backedUpTables } from '../db/schema.ts'

const Part = z.object({ name: z.string(), sha256: z.string(), size: z.number().check(z.minimum(0)) })

/** The only names that the parts of a backup have: no other one can become a path. */
export const TABLE_FILE = /^database\/[a-z_]{1,64}\.jsonl$/
export const SOURCE_FILE = /^media\/([\w-]{1,64})\/source$/

/** The first file of a backup: its contents with checksums, for verification. */
export const Manifest = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  /** The newest applied migration, which determines the columns. */
  migration: z.string(),
  tables: z.array(z.extend(Part, { table: z.string(), rows: z.number() })),
  /** Image sources, by their folder. */
  files: z.array(Part),
  /** The time of the backup before whose restore this one was made. */
  restoreOf: z.optional(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

export const MANIFEST = 'manifest.json'

export const backedUpNames = Object.keys(backedUpTables) as BackedUpTable[]
