import * as z from 'zod/mini'

/** Bytes and rows of a file of products. */
export const IMPORT_BYTES_MAX = 5 * 1024 * 1024
export const IMPORT_ROWS_MAX = 20_000
/** Columns of a file; more are no table of products. */
export const IMPORT_COLUMNS_MAX = 100

/** What a column of a file can hold; the same names as the columns of `GET /api/products.csv`. */
export const ImportField = z.enum([
  'id',
  'name',
  'category',
  'price',
  'currency',
  'imageUrl',
  'imageAlt',
  'affiliateLink',
  'isActive',
  'position',
])
export type ImportField = z.infer<typeof ImportField>

/** For each column of the file the field that it holds, or null where it is left out. No field twice. */
export const ColumnMapping = z.array(z.nullable(ImportField)).check(
  z.maxLength(IMPORT_COLUMNS_MAX),
  z.refine((fields) => {
    const named = fields.filter((field) => field !== null)
    return new Set(named).size === named.length
  }, 'Two columns cannot hold the same field'),
)
export type ColumnMapping = z.infer<typeof ColumnMapping>

export const ImportColumn = z.object({
  header: z.string(),
  /** The first texts that stand in it. */
  samples: z.array(z.string()),
  /** The field that it holds, chosen or guessed from its header. */
  field: z.nullable(ImportField),
})
export type ImportColumn = z.infer<typeof ImportColumn>

export const ImportOutcome = z.enum(['create', 'update', 'unchanged', 'refused'])
export type ImportOutcome = z.infer<typeof ImportOutcome>

/** What happens to one row. */
export const ImportRow = z.object({
  /** As a spreadsheet counts: the header is row 1. */
  row: z.number(),
  outcome: ImportOutcome,
  name: z.string(),
  /** The product that is changed. */
  productId: z.nullable(z.number()),
  /** Sentences; only where it is refused. */
  reasons: z.array(z.string()),
  /** Field by field; of a new product `from` is empty. */
  changes: z.array(z.object({ field: ImportField, from: z.string(), to: z.string() })),
})
export type ImportRow = z.infer<typeof ImportRow>

export const ImportCounts = z.object({
  create: z.number(),
  update: z.number(),
  unchanged: z.number(),
  refused: z.number(),
})
export type ImportCounts = z.infer<typeof ImportCounts>

/** What an import will do, row by row. `plan` names exactly this; the import does it or nothing. */
export const ImportPlan = z.object({
  plan: z.string(),
  columns: z.array(ImportColumn),
  counts: ImportCounts,
  rows: z.array(ImportRow),
})
export type ImportPlan = z.infer<typeof ImportPlan>

/** With `dryRun=true` nothing is written; the answer is the plan. */
export const ImportQuery = z.object({ dryRun: z.optional(z.enum(['true', 'false'])) })

/** The fields of the form that is sent; `file` beside them. */
export const ImportForm = z.object({
  /** JSON of a `ColumnMapping`; without it the columns are guessed. */
  columns: z.optional(z.string().check(z.maxLength(5000))),
  /** The plan that was shown. */
  plan: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'This is no plan'))),
  /** True imports the other rows where some are refused. */
  skipRefused: z._default(z.enum(['true', 'false']), 'false'),
})

/** Where the products have changed since the plan was made (409): the plan as it would be now. */
export const ImportConflict = z.object({ message: z.string(), current: ImportPlan })
export type ImportConflict = z.infer<typeof ImportConflict>
