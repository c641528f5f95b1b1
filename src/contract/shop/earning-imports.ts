import * as z from 'zod/mini'
import { Empty, failure, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { PageQuery } from '../platform/lists.ts'
import { charactersUpTo, itemsUpTo, noNul, typed } from '../platform/text-fields.ts'
import { Network, SaleStatus } from './earnings.ts'

export const REPORT_BYTES_MAX = 50 * 1024 * 1024
/** A file is sent in parts of this size, so that neither side holds it in memory. */
export const CHUNK_BYTES = 1024 * 1024
/** Imports that are neither written nor discarded. */
export const OPEN_IMPORTS_MAX = 10

export const ImportState = z.enum([
  ...(['uploading', 'surveying', 'questions', 'reading', 'ready', 'writing', 'done', 'undoing', 'undone'] as const),
  'failed',
])
export type ImportState = z.infer<typeof ImportState>

/** States in which the server works and the browser waits. */
export const workingStates: readonly ImportState[] = ['surveying', 'reading', 'writing', 'undoing']

const Count = z.number().check(z.int())
const text = (max: number) => z.string().check(charactersUpTo(max), noNul())

/** How a table of the file is read. Columns are positions from 0, by field. */
export const PartOptions = z.object({
  format: text(60),
  network: z.optional(Network),
  columns: z.record(text(40), z.number().check(z.int(), z.gte(0), z.lte(999))),
  dateOrder: z.enum(['ymd', 'mdy', 'dmy']),
  decimal: z.enum(['point', 'comma']),
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/, 'Please use the code of a currency, such as USD'))),
  defaultStatus: z.optional(SaleStatus),
})
export type PartOptions = z.infer<typeof PartOptions>

export const ImportChoices = z.object({
  parts: z
    .array(z.object({ part: text(300), options: PartOptions }))
    .check(z.minLength(1, 'Please choose at least one table of the file'), itemsUpTo(50)),
  /** Whether rows that look like sales of the ledger are written, too; said with the confirmation. */
  withSimilar: z.optional(z.boolean()),
})
export type ImportChoices = z.infer<typeof ImportChoices>

/** A table of the file: what was recognised, and what the owner has to say. */
export const SurveyPart = z.object({
  part: z.string(),
  format: z.optional(z.string()),
  network: z.optional(Network),
  label: z.string(),
  header: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  rows: Count,
  columns: z.record(z.string(), z.number()),
  dateOrder: z.enum(['ymd', 'mdy', 'dmy', 'ambiguous']),
  decimal: z.enum(['point', 'comma']),
  currency: z.optional(z.string()),
  /** The currency that the rows suggest where they do not state it; `reason` completes “Proposed because …”. */
  proposal: z.optional(z.object({ currency: z.string(), reason: z.string() })),
  /** Facts that the rows do not state and that follow from the usual notation of the report. */
  assumed: z._default(z.array(z.literal('dateOrder')), []),
  fileTotals: z.optional(
    z.object({ currency: z.optional(z.string()), saleMinor: z.optional(Count), commissionMinor: z.optional(Count) }),
  ),
  /** False for a summary, which is shown and not imported. */
  isLedger: z.boolean(),
  questions: z.array(z.enum(['format', 'dateOrder', 'decimal', 'currency'])),
})
export type SurveyPart = z.infer<typeof SurveyPart>

/** `commission` is a rounded sum; `rest` is what was rounded away, in ten-thousandths of the minor unit. */
const Tally = z.object({ rows: Count, commission: Count, rest: z._default(Count, 0) })
export type Tally = z.infer<typeof Tally>

/** The sums of an import in one currency. The first five add up to `all`; `unattributed` is a part of them. */
export const ImportTotals = z.object({
  currency: z.string(),
  new: Tally,
  changed: Tally,
  reversed: Tally,
  known: Tally,
  /** Rows that look like a sale which is there under another identity; they are left out unless the owner takes them. */
  similar: z._default(Tally, { rows: 0, commission: 0, rest: 0 }),
  unattributed: Tally,
  all: Tally,
  /** The commission in the file's own total row. */
  fileTotal: z.nullable(Count),
})
export type ImportTotals = z.infer<typeof ImportTotals>

export const ImportPlan = z.object({
  totals: z.array(ImportTotals),
  /** Sentences about what the file leaves open and how it was read. */
  assumptions: z._default(z.array(z.string()), []),
  rejected: Count,
  /** The first ones. */
  rejectedRows: z.array(z.object({ row: Count, reason: z.string() })),
})
export type ImportPlan = z.infer<typeof ImportPlan>

const Labelled = z.object({ value: z.string(), label: z.string() })
/** `isLedger` is false for a summary, which is never imported. */
const LabelledFormat = z.object({ ...Labelled.shape, isLedger: z.boolean() })

export const EarningImport = z.object({
  id: z.number(),
  fileName: z.string(),
  fileSize: Count,
  state: ImportState,
  /** Rows that are done, of `rowCount`; 0 while it is unknown. */
  rowsDone: Count,
  rowCount: Count,
  error: z.nullable(z.string()),
  createdAt: z.string(),
  confirmedAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
  /** The result of the dry run, or of writing. */
  plan: z.nullable(ImportPlan),
})
export type EarningImport = z.infer<typeof EarningImport>

export const EarningImportDetails = z.object({
  ...EarningImport.shape,
  survey: z.nullable(z.array(SurveyPart)),
  choices: z.nullable(ImportChoices),
  /** Formats and fields that the owner can choose. */
  formats: z.array(LabelledFormat),
  fields: z.array(Labelled),
  /** An earlier import of the same file. */
  sameFile: z.nullable(z.object({ fileName: z.string(), createdAt: z.string() })),
})
export type EarningImportDetails = z.infer<typeof EarningImportDetails>

const write = { idempotent: true, purges: [] } as const
const one = { notFound: 'Import not found' } as const
const conflict = failure('The import is in another state; the message says what to do')

export const listEarningImports = ownerRead('/earnings/imports', {
  summary: 'Imported reports, newest first',
  query: PageQuery,
  list: true,
  responses: { 200: json('The imports', z.array(EarningImport)) },
})

export const findEarningImport = ownerRead('/earnings/imports/:id', {
  summary: 'An import with its questions, its dry run or its result',
  ...one,
  responses: { 200: json('The import', EarningImportDetails) },
})

export const beginEarningImport = ownerWrite('POST', '/earnings/imports', {
  ...write,
  summary: 'Announce a report of at most 50 MB, which is then sent in parts',
  body: z.object({
    fileName: z.string({ error: 'Required' }).check(typed(), z.minLength(1, 'Required'), charactersUpTo(200), noNul()),
    fileSize: z
      .number()
      .check(z.int(), z.gte(1, 'The file is empty'), z.lte(REPORT_BYTES_MAX, 'Please choose a file of at most 50 MB')),
  }),
  audit: 'Uploaded the report “…”',
  responses: { 201: json('The import', EarningImport), 409: conflict },
})

export const sendImportChunk = ownerWrite('POST', '/earnings/imports/:id/chunks', {
  ...write,
  summary: 'One part of the file; `position` counts from 0, and every part but the last has 1 MiB',
  ...one,
  query: z.object({ position: z.coerce.number().check(z.int(), z.gte(0), z.lt(REPORT_BYTES_MAX / CHUNK_BYTES)) }),
  upload: z.object({ file: z.file() }),
  audit: 'Sent a part of the report “…”',
  auditMerge: true,
  responses: { 200: json('Stored', Empty), 409: conflict, 422: failure('The form could not be read') },
})

export const surveyEarningImport = ownerWrite('POST', '/earnings/imports/:id/survey', {
  ...write,
  summary: 'The file is complete: recognise it and, if nothing has to be asked, make the dry run',
  ...one,
  audit: 'Completed the upload of “…”',
  responses: {
    202: json('It is being read', EarningImport),
    200: json('It was asked for before', EarningImport),
    409: conflict,
  },
})

export const planEarningImport = ownerWrite('POST', '/earnings/imports/:id/plan', {
  ...write,
  summary: 'Answer the questions and make a dry run, which writes nothing to the ledger',
  ...one,
  body: ImportChoices,
  audit: 'Made a dry run of “…”',
  responses: {
    202: json('It is being read', EarningImport),
    200: json('It was asked for before', EarningImport),
    409: conflict,
  },
})

export const confirmEarningImport = ownerWrite('POST', '/earnings/imports/:id/confirm', {
  ...write,
  summary:
    'Write the rows of the dry run to the ledger; no effect on an import that was confirmed. Rows that look like sales of the ledger are left out, or written with `similar=import`',
  ...one,
  query: z.object({ similar: z.optional(z.enum(['leave-out', 'import'])) }),
  audit: 'Imported the report “…”',
  responses: {
    202: json('It is being written', EarningImport),
    200: json('It was asked for before', EarningImport),
    409: conflict,
  },
})

export const undoEarningImport = ownerWrite('POST', '/earnings/imports/:id/undo', {
  ...write,
  summary: 'Take back all rows that an import brought; refused while a later import builds on them',
  ...one,
  audit: 'Took back the report “…”',
  responses: {
    202: json('It is being undone', EarningImport),
    200: json('It was asked for before', EarningImport),
    409: conflict,
  },
})

export const discardEarningImport = ownerWrite('DELETE', '/earnings/imports/:id', {
  ...write,
  summary: 'Discard an import that was not confirmed',
  ...one,
  audit: 'Discarded the report “…”',
  responses: { 200: json('Discarded', Empty), 409: conflict },
})
