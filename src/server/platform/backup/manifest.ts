import * as z from 'zod/mini'
import { type BackedUpTable, backedUpTables } from '../db/schema.ts'

const Part = z.object({ name: z.string(), sha256: z.string(), size: z.number() })

/** The first file of a backup: its contents with checksums, for verification. */
export const Manifest = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  /** The newest applied migration, which determines the columns. */
  migration: z.string(),
  tables: z.array(z.extend(Part, { table: z.string(), rows: z.number() })),
  /** Image sources, by their folder. */
  files: z.array(Part),
})
export type Manifest = z.infer<typeof Manifest>

export const MANIFEST = 'manifest.json'

export const backedUpNames = Object.keys(backedUpTables) as BackedUpTable[]
