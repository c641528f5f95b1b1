import * as z from 'zod/mini'

/** The last file of an archive: what it holds, for verification and for the way back. */
export const ArchiveManifest = z.object({
  format: z.literal(1),
  program: z.literal('dewlight'),
  origin: z.string(),
  createdAt: z.string(),
  /** The newest applied migration, which determines the columns. */
  migration: z.string(),
  /** Texts by their folder. */
  texts: z.record(z.string(), z.number()),
  /** Rows by the name of their file. */
  rows: z.record(z.string(), z.number()),
  /** Pictures whose file the storage does not have. */
  missing: z.array(z.string()),
  files: z.array(z.object({ name: z.string(), size: z.number(), sha256: z.string() })),
})
export type ArchiveManifest = z.infer<typeof ArchiveManifest>

export const MANIFEST = 'manifest.json'
