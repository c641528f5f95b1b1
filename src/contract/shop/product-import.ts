import * as z from 'zod/mini'
import { failure, json, ownerWrite } from '../platform/endpoint.ts'
import { charactersUpTo, itemsUpTo } from '../platform/text-fields.ts'
import { ImportQuestion } from './import-decisions.ts'
import { ProductColumn } from './product-columns.ts'

/** Bytes and rows of a file of products. */
export const IMPORT_BYTES_MAX = 5 * 1024 * 1024
export const IMPORT_ROWS_MAX = 20_000
/** Bytes of the other fields of the form; enough for a decision about each row. */
export const IMPORT_TEXT_MAX = 512 * 1024
/** Columns of a file. */
export const IMPORT_COLUMNS_MAX = 100

/** The field of each column of the file, or null to ignore it. No field twice. */
export const ColumnMapping = z.array(z.nullable(ProductColumn)).check(
  itemsUpTo(IMPORT_COLUMNS_MAX),
  z.refine((fields) => {
    const named = fields.filter((field) => field !== null)
    return new Set(named).size === named.length
  }, 'Two columns cannot hold the same field'),
)
export type ColumnMapping = z.infer<typeof ColumnMapping>

export const ImportColumn = z.object({
  header: z.string(),
  /** The first texts in it. */
  samples: z.array(z.string()),
  /** Chosen by the owner or guessed from the header; null for an ignored column. */
  field: z.nullable(ProductColumn),
})
export type ImportColumn = z.infer<typeof ImportColumn>

/** `pending`: a question about the row is open; `skipped`: not a product, or left out by the owner. */
export const ImportOutcome = z.enum(['create', 'update', 'unchanged', 'pending', 'skipped', 'refused'])
export type ImportOutcome = z.infer<typeof ImportOutcome>

/** The treatment of one row by the import. */
export const ImportRow = z.object({
  /** As in a spreadsheet: the header is row 1. */
  row: z.number(),
  outcome: ImportOutcome,
  name: z.string(),
  /** The product that is updated. */
  productId: z.nullable(z.number()),
  /** Why the row is refused or skipped, or what is to be decided. */
  reasons: z.array(z.string()),
  /** Facts that are not obvious from the file, such as a product that is inactive because it has no link. */
  notes: z.optional(z.array(z.string())),
  /** The product whose id the row has, where nothing else says that it is the same one. */
  candidate: z.optional(z.object({ id: z.number(), name: z.string() })),
  /** `from` is empty for a new product. */
  changes: z.array(z.object({ field: ProductColumn, from: z.string(), to: z.string() })),
})
export type ImportRow = z.infer<typeof ImportRow>

export const ImportCounts = z.object({
  create: z.number(),
  update: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  /** Absent for none. */
  pending: z.optional(z.number()),
  skipped: z.optional(z.number()),
})
export type ImportCounts = z.infer<typeof ImportCounts>

/** The counts of an import that was carried out; `importId` to undo it, null if it changed nothing. */
export const ImportDone = z.extend(ImportCounts, { importId: z.nullable(z.number()) })
export type ImportDone = z.infer<typeof ImportDone>

/** A category of the file that the shop does not have, the existing one that it probably means, and the number of its rows. */
export const NearCategory = z.object({ name: z.string(), nearest: z.string(), rows: z.number() })
export type NearCategory = z.infer<typeof NearCategory>

/** The changes that an import will make. `plan` is a hash of them: the import does exactly this, or nothing. */
export const ImportPlan = z.object({
  plan: z.string(),
  columns: z.array(ImportColumn),
  /** A sentence about the columns that stands above the rows. */
  warning: z.optional(z.string()),
  /** New prices that name no currency, and the one of the site that they get; absent for none. */
  withoutCurrency: z.optional(z.object({ count: z.number(), currency: z.string() })),
  /** Suggestions, those that were taken included; absent for none. A file is imported without a decision about them. */
  nearCategories: z.optional(z.array(NearCategory)),
  counts: ImportCounts,
  /** All questions, decided ones included. An import with an open one is refused. */
  questions: z.array(ImportQuestion),
  rows: z.array(ImportRow),
})
export type ImportPlan = z.infer<typeof ImportPlan>

/** The fields of the form, apart from `file`. */
export const ImportForm = z.object({
  /** JSON of a `ColumnMapping`; without it the columns are guessed. */
  columns: z.optional(z.string().check(charactersUpTo(5000))),
  /** JSON of `ImportDecisions`. */
  decisions: z.optional(z.string().check(charactersUpTo(IMPORT_TEXT_MAX))),
  /** The plan that was shown. */
  plan: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'This is no plan'))),
  /** True imports the other rows where some are refused. */
  skipRefused: z._default(z.enum(['true', 'false']), 'false'),
})

/** The products have changed since the plan was made (409); `current` is the new plan. */
export const ImportConflict = z.object({ message: z.string(), current: ImportPlan })
export type ImportConflict = z.infer<typeof ImportConflict>

const upload = {
  upload: ImportForm,
  audit: 'Read a file of products: …',
} as const

export const planProductImport = ownerWrite('POST', '/products/import', {
  ...upload,
  when: 'dryRun=true',
  summary: 'The plan of an import, which writes nothing',
  query: z.object({ dryRun: z.literal('true') }),
  purges: [],
  responses: { 200: json('The plan', ImportPlan), 422: failure('The file cannot be read') },
})

export const importProducts = ownerWrite('POST', '/products/import', {
  ...upload,
  summary:
    'Import a CSV of products, as multipart/form-data: UTF-8, at most 5 MB and 20,000 rows. Does what the `plan` says, all or nothing, and returns the counts',
  query: z.object({ dryRun: z.optional(z.literal('false')) }),
  idempotent: true,
  purges: ['products'],
  responses: {
    200: json('How many rows were created, updated, left as they were and refused', ImportDone),
    409: json('The products have changed since the plan was made; `current` is the new plan', ImportConflict),
    422: failure(
      'The file cannot be read, rows are refused or questions open, or the Idempotency-Key belongs to another request',
    ),
  },
})
