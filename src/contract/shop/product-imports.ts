import * as z from 'zod/mini'
import { json, ownerRead, ownerWrite } from '../platform/endpoint.ts'

/** Days for which an import of products can be undone; its records are kept as long. */
export const IMPORT_UNDO_DAYS = 30

/** A product that an undo left as it is. */
const KeptProduct = z.object({ id: z.number(), name: z.string(), reason: z.enum(['changed', 'in-use']) })

/** The result of an undo: how many products went away and got their former values back. */
export const ImportUndo = z.object({
  removed: z.number(),
  restored: z.number(),
  kept: z.array(KeptProduct),
})
export type ImportUndo = z.infer<typeof ImportUndo>

/** An import that created or updated products. */
export const ProductImport = z.object({
  id: z.number(),
  fileName: z.string(),
  importedAt: z.string(),
  created: z.number(),
  updated: z.number(),
  /** The result of its undo; null if it has not been undone. */
  undo: z.nullable(ImportUndo),
})
export type ProductImport = z.infer<typeof ProductImport>

export const listProductImports = ownerRead('/products/imports', {
  summary: `The imports of products of the last ${IMPORT_UNDO_DAYS} days, newest first`,
  responses: { 200: json('The imports', z.array(ProductImport)) },
})

export const undoProductImport = ownerWrite('POST', '/products/imports/:id/undo', {
  summary:
    'Undo an import: delete the products that it created and give those that it changed their former values back. Products that were changed since, or are used in texts or routines, stay and are named. A repetition changes nothing',
  idempotent: true,
  notFound: 'Import not found',
  purges: ['products'],
  audit: 'Undid the import of “…”',
  responses: { 200: json('The result', ImportUndo) },
})
