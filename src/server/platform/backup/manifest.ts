import * as z from 'zod/mini'

const Part = z.object({ name: z.string(), sha256: z.string(), size: z.number() })

/** The first file of a backup: what is in it, so that it can be checked before anything is believed. */
export const Manifest = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  /** The newest migration that had run; tables have the columns of its day. */
  migration: z.string(),
  tables: z.array(z.extend(Part, { table: z.string(), rows: z.number() })),
  /** Sources of images, by the folder they stand in. */
  files: z.array(Part),
})
export type Manifest = z.infer<typeof Manifest>

export const MANIFEST = 'manifest.json'
