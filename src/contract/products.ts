import * as z from 'zod/mini'
import { csv, Empty, endpoint, failure, json } from './endpoint.ts'
import { LIST_MAX } from './limits.ts'
import { bulkAction, listQuery } from './lists.ts'
import { Id, PageNumber } from './paths.ts'
import { Picture } from './pictures.ts'
import { ProductInput, productOutput } from './product-fields.ts'
import { noNul } from './text-fields.ts'

/** `price` is a decimal with two digits, in `currency` (ISO 4217). */
export const Product = z.object({ id: z.number(), ...productOutput, picture: z.nullable(Picture) })
export type Product = z.infer<typeof Product>

const categoryFilter = z.optional(z.string().check(z.minLength(1), z.maxLength(100), noNul()))

/** The public list. */
export const ProductListQuery = z.object({
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(LIST_MAX))),
  page: z.optional(PageNumber),
  category: categoryFilter,
})
export type ProductListQuery = z.infer<typeof ProductListQuery>

const ProductStatus = z.enum(['all', 'active', 'inactive'])

/** The owner's list: `GET /api/products` with a `status`. */
export const OwnerProductListQuery = listQuery(['position', 'name', 'price', 'category', 'updatedAt'], {
  status: ProductStatus,
  category: categoryFilter,
})
export type OwnerProductListQuery = z.infer<typeof OwnerProductListQuery>

/** The same filters for the file, for all products by default. */
export const ProductExportQuery = z.extend(OwnerProductListQuery, { status: z._default(ProductStatus, 'all') })

/** `version` counts the saves; `position` is the place in the shop, from 1. */
export const OwnerProduct = z.extend(Product, {
  position: z.number(),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type OwnerProduct = z.infer<typeof OwnerProduct>

/** The 409 for a save of an older version; `current` is the newest one, to compare. */
export const ProductConflict = z.object({ message: z.string(), current: OwnerProduct })
export type ProductConflict = z.infer<typeof ProductConflict>

/** `ids` in their new order: one after another from `position` on, or without it in the positions that they hold now. */
export const ProductOrder = z.object({
  ids: z
    .array(z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647)))
    .check(z.minLength(1), z.maxLength(1000), distinct()),
  position: z.optional(z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))),
})
export type ProductOrder = z.infer<typeof ProductOrder>

function distinct() {
  return z.refine<number[]>((ids) => new Set(ids).size === ids.length, 'A product cannot stand in two places')
}

export const listProducts = endpoint({
  method: 'GET',
  path: '/products',
  access: 'public',
  summary: 'Active products, in the owner’s order',
  query: ProductListQuery,
  list: true,
  dependsOn: ['products', 'images'],
  cacheable: true,
  responses: { 200: json('The products', z.array(Product)) },
})

export const listOwnerProducts = endpoint({
  method: 'GET',
  path: '/products',
  when: 'status',
  access: 'owner',
  summary: 'The owner’s list of products, inactive ones included',
  query: OwnerProductListQuery,
  list: true,
  responses: { 200: json('The products', z.array(OwnerProduct)) },
})

export const listProductCategories = endpoint({
  method: 'GET',
  path: '/product-categories',
  access: 'public',
  summary: 'The distinct categories of active products, by name',
  dependsOn: ['products'],
  cacheable: true,
  responses: { 200: json('Their names', z.array(z.string())) },
})

export const listOwnerProductCategories = endpoint({
  method: 'GET',
  path: '/product-categories',
  when: 'status',
  access: 'owner',
  summary: 'The distinct categories of all products, by name',
  query: z.object({ status: z.literal('all') }),
  responses: { 200: json('Their names', z.array(z.string())) },
})

export const exportProducts = endpoint({
  method: 'GET',
  path: '/products.csv',
  access: 'owner',
  summary: 'The owner’s list of products as a table, all pages of it; importing the file changes nothing',
  query: ProductExportQuery,
  responses: { 200: csv('Comma-separated values, UTF-8') },
})

export const findProduct = endpoint({
  method: 'GET',
  path: '/products/:id',
  access: 'owner',
  summary: 'One product, to edit it',
  params: { id: Id },
  notFound: 'Product not found',
  versioned: true,
  responses: { 200: json('The product', OwnerProduct) },
})

export const createProduct = endpoint({
  method: 'POST',
  path: '/products',
  access: 'owner',
  summary: 'Create a product, at the end of the shop',
  body: ProductInput,
  idempotent: true,
  versioned: true,
  purges: ['products'],
  audit: 'Created product “…”',
  responses: { 201: json('Created', OwnerProduct) },
})

export const saveProduct = endpoint({
  method: 'PUT',
  path: '/products/:id',
  access: 'owner',
  summary: 'Save a product. With If-Match only if it is still of that version',
  params: { id: Id },
  body: ProductInput,
  idempotent: true,
  ifMatch: true,
  versioned: true,
  notFound: 'Product not found',
  purges: ['products'],
  audit: 'Changed product “…”',
  responses: {
    200: json('Saved', OwnerProduct),
    409: json(
      'The product was saved since the version that If-Match names; `current` is its present state',
      ProductConflict,
    ),
  },
})

export const reorderProducts = endpoint({
  method: 'PUT',
  path: '/products/order',
  access: 'owner',
  summary:
    'Put products one after another, from `position` on; without a `position` into the places that they hold between them',
  body: ProductOrder,
  idempotent: true,
  purges: ['products'],
  audit: 'Changed the order of the products',
  responses: { 200: json('Done', Empty), 409: failure('One of them no longer exists') },
})

export const deleteProduct = endpoint({
  method: 'DELETE',
  path: '/products/:id',
  access: 'owner',
  summary: 'Delete a product; its clicks stay',
  params: { id: Id },
  idempotent: true,
  notFound: 'Product not found',
  purges: ['products'],
  audit: 'Deleted product “…”',
  responses: { 200: json('Deleted', Empty) },
})

export const restoreProduct = endpoint({
  method: 'POST',
  path: '/products/:id/restore',
  access: 'owner',
  summary: 'Restore a deleted product to its former position',
  params: { id: Id },
  idempotent: true,
  notFound: 'Product not found',
  purges: ['products'],
  audit: 'Brought back product “…”',
  responses: { 200: json('Restored', Empty) },
})

export const deleteProducts = endpoint({
  method: 'POST',
  path: '/products/delete',
  summary: 'Delete several products',
  purges: ['products'],
  audit: 'Deleted products “…”',
  ...bulkAction,
})

export const restoreProducts = endpoint({
  method: 'POST',
  path: '/products/restore',
  summary: 'Restore several deleted products',
  purges: ['products'],
  audit: 'Brought back products “…”',
  ...bulkAction,
})

export const activateProducts = endpoint({
  method: 'POST',
  path: '/products/activate',
  summary: 'Show several products in the shop',
  purges: ['products'],
  audit: 'Activated products “…”',
  ...bulkAction,
  responses: { ...bulkAction.responses, 409: failure('One of them has no affiliate link yet; none was activated') },
})

export const deactivateProducts = endpoint({
  method: 'POST',
  path: '/products/deactivate',
  summary: 'Hide several products from the shop',
  purges: ['products'],
  audit: 'Deactivated products “…”',
  ...bulkAction,
})
