import * as z from 'zod/mini'
import { Empty, failure, file, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'

/** Forms in which the owner takes the site with her. */
export const SiteExportKind = z.enum(['archive', 'wordpress', 'ghost', 'static'])
export type SiteExportKind = z.infer<typeof SiteExportKind>

/** Days for which a finished export is kept. */
export const EXPORT_DAYS = 7

export const SiteExportName = z
  .string()
  .check(z.regex(/^dewlight-(?:archive|wordpress|ghost|static)-\d{4}-\d\d-\d\d-\d{6}-[\da-f]{12}\.(?:zip|xml)$/))

/** A finished export; `size` in bytes. */
export const SiteExport = z.object({
  name: SiteExportName,
  kind: SiteExportKind,
  createdAt: z.string(),
  size: z.number(),
})
export type SiteExport = z.infer<typeof SiteExport>

/** Progress of a running export: its step, and how much of it is done; `total` is null where it is not known. */
export const SiteExportProgress = z.object({
  step: z.enum(['pages', 'packing', 'texts', 'data', 'pictures', 'checking']),
  done: z.number(),
  total: z.nullable(z.number()),
})
export type SiteExportProgress = z.infer<typeof SiteExportProgress>

export const SiteExportList = z.object({
  /** Newest first. */
  exports: z.array(SiteExport),
  running: z.nullable(z.extend(SiteExportProgress, { kind: SiteExportKind })),
  /** Why the last one failed; null where it succeeded or was cancelled. */
  lastError: z.nullable(z.string()),
})
export type SiteExportList = z.infer<typeof SiteExportList>

export const listSiteExports = ownerRead('/exports', {
  summary: 'Exports of the site, newest first',
  responses: { 200: json('The exports', SiteExportList) },
})

export const beginSiteExport = ownerWrite('POST', '/exports', {
  stepUp: true,
  summary: 'Begin an export of the site; a finished one of the same kind is replaced',
  body: z.object({ kind: SiteExportKind }),
  idempotent: true,
  purges: [],
  audit: 'Began to export the site',
  responses: { 202: json('It is running', SiteExportList), 409: failure('Another one is running') },
})

export const cancelSiteExport = ownerWrite('POST', '/exports/cancel', {
  summary: 'Cancel the running export; no effect without one',
  purges: [],
  audit: 'Cancelled the export of the site',
  responses: { 200: json('It ends within seconds', SiteExportList) },
})

export const downloadSiteExport = ownerRead('/exports/:name', {
  stepUp: true,
  summary: 'The file of an export',
  params: { name: SiteExportName },
  notFound: 'Export not found. It is kept for 7 days, on the machine that made it.',
  audit: 'Downloaded export “…”',
  responses: { 200: file('A ZIP or XML file', 'application/octet-stream') },
})

export const deleteSiteExport = ownerWrite('DELETE', '/exports/:name', {
  summary: 'Delete an export',
  params: { name: SiteExportName },
  notFound: 'Export not found. It is kept for 7 days, on the machine that made it.',
  purges: [],
  audit: 'Deleted export “…”',
  responses: { 200: json('Deleted', Empty) },
})
