import * as z from 'zod/mini'
import { json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { Id } from '../platform/paths.ts'
import { conflictOf } from '../platform/row-endpoints.ts'
import { ProductFacts } from './product-facts.ts'
import { ProductValues } from './product-fields.ts'
import { OwnerProduct } from './products.ts'

export const ProductRevision = z.object({
  id: z.number(),
  version: z.number(),
  createdAt: z.string(),
  /** Without facts in a revision of a version before them; restoring it keeps the present ones. */
  product: z.extend(ProductValues, { facts: z.optional(ProductFacts) }),
})
export type ProductRevision = z.infer<typeof ProductRevision>

/** Revisions stored of each product. */
export const PRODUCT_REVISIONS_MAX = 20

export const listProductRevisions = ownerRead('/products/:id/revisions', {
  summary: 'The stored revisions of a product, newest first, at most 20; the newest is its present state',
  notFound: 'Product not found',
  responses: { 200: json('The revisions', z.array(ProductRevision)) },
})

export const restoreProductRevision = ownerWrite('POST', '/products/:id/revisions/:revisionId/restore', {
  summary: 'Save an earlier revision as the newest; the position and the slug stay as they are now',
  params: { id: Id, revisionId: Id },
  idempotent: true,
  ifMatch: true,
  versioned: true,
  notFound: 'Revision not found',
  purges: ['products'],
  softPurge: true,
  audit: 'Went back to an earlier version of product “…”',
  responses: {
    200: json('Saved', OwnerProduct),
    409: json(
      'The product was saved since the version that If-Match names; `current` is its present state',
      conflictOf(OwnerProduct),
    ),
  },
})
