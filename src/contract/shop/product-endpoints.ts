import * as z from 'zod/mini'
import { csv, Empty, failure, json, ownerRead, ownerWrite, publicRead } from '../platform/endpoint.ts'
import { bulkWrite } from '../platform/lists.ts'
import { ProductInput } from './product-fields.ts'
import { isCommonFilter } from './product-filters.ts'
import {
  OwnerProduct,
  OwnerProductListQuery,
  Product,
  ProductConflict,
  ProductExportQuery,
  ProductFacetQuery,
  ProductFacets,
  ProductListQuery,
  ProductOrder,
  ProductSuggestions,
} from './products.ts'

export const listProducts = publicRead('/products', {
  summary: 'Active products, in the owner’s order or sorted, all of them or those that match every filter',
  query: ProductListQuery,
  list: true,
  dependsOn: ['products', 'ingredients', 'images'],
  cacheable: true,
  caches: isCommonFilter,
  responses: { 200: json('The products', z.array(Product)) },
})

export const listProductFacets = publicRead('/product-facets', {
  summary: 'What active products can be filtered by, with the number of products of each value',
  query: ProductFacetQuery,
  dependsOn: ['products', 'ingredients'],
  cacheable: true,
  // A made-up value has counts too.
  caches: (query) => Object.values(query).every((value) => value === undefined),
  responses: { 200: json('The values with their counts', ProductFacets) },
})

export const listOwnerProducts = ownerRead('/products', {
  when: 'status',
  summary: 'The owner’s list of products, inactive ones included',
  query: OwnerProductListQuery,
  list: true,
  responses: { 200: json('The products', z.array(OwnerProduct)) },
})

export const listProductCategories = publicRead('/product-categories', {
  summary: 'The distinct categories of active products, by name',
  dependsOn: ['products'],
  cacheable: true,
  responses: { 200: json('Their names', z.array(z.string())) },
})

export const listOwnerProductCategories = ownerRead('/product-categories', {
  when: 'status',
  summary: 'The distinct categories of all products, by name',
  query: z.object({ status: z.literal('all') }),
  responses: { 200: json('Their names', z.array(z.string())) },
})

export const listProductSuggestions = ownerRead('/product-suggestions', {
  summary: 'Brands, concerns and ingredients that are known here, by name, to choose from in the form of a product',
  responses: { 200: json('Their names', ProductSuggestions) },
})

export const exportProducts = ownerRead('/products.csv', {
  summary: 'The owner’s list of products as a table, all pages of it; importing the file changes nothing',
  query: ProductExportQuery,
  audit: 'Downloaded the list of products',
  responses: { 200: csv('Comma-separated values, UTF-8') },
})

export const findProduct = ownerRead('/products/:id', {
  summary: 'One product, to edit it',
  notFound: 'Product not found',
  versioned: true,
  responses: { 200: json('The product', OwnerProduct) },
})

const slugTaken = failure(
  'The slug belongs to another product (see `issues`), or the Idempotency-Key to another request',
)

export const createProduct = ownerWrite('POST', '/products', {
  summary: 'Create a product, at the end of the shop',
  body: ProductInput,
  idempotent: true,
  versioned: true,
  purges: ['products'],
  softPurge: true,
  audit: 'Created product “…”',
  responses: { 201: json('Created', OwnerProduct), 422: slugTaken },
})

export const saveProduct = ownerWrite('PUT', '/products/:id', {
  summary:
    'Save a product. With If-Match only if it is still of that version. An absent `slug` and absent `facts` stay as they are; a former slug redirects to the new one',
  body: ProductInput,
  idempotent: true,
  ifMatch: true,
  versioned: true,
  notFound: 'Product not found',
  purges: ['products'],
  softPurge: true,
  audit: 'Changed product “…”',
  responses: {
    200: json('Saved', OwnerProduct),
    422: slugTaken,
    409: json(
      'The product was saved since the version that If-Match names; `current` is its present state',
      ProductConflict,
    ),
  },
})

export const reorderProducts = ownerWrite('PUT', '/products/order', {
  summary:
    'Put products one after another, from `position` on; without a `position` into the places that they hold between them',
  body: ProductOrder,
  idempotent: true,
  purges: ['products'],
  softPurge: true,
  audit: 'Changed the order of the products',
  responses: { 200: json('Done', Empty), 409: failure('One of them no longer exists') },
})

export const deleteProduct = ownerWrite('DELETE', '/products/:id', {
  summary: 'Delete a product; its clicks stay',
  idempotent: true,
  notFound: 'Product not found',
  purges: ['products'],
  audit: 'Deleted product “…”',
  responses: { 200: json('Deleted', Empty) },
})

export const restoreProduct = ownerWrite('POST', '/products/:id/restore', {
  summary: 'Restore a deleted product to its former position',
  idempotent: true,
  notFound: 'Product not found',
  purges: ['products'],
  softPurge: true,
  audit: 'Brought back product “…”',
  responses: { 200: json('Restored', Empty) },
})

export const deleteProducts = bulkWrite('/products/delete', {
  summary: 'Delete several products',
  purges: ['products'],
  audit: 'Deleted products “…”',
})

export const restoreProducts = bulkWrite('/products/restore', {
  summary: 'Restore several deleted products',
  purges: ['products'],
  softPurge: true,
  audit: 'Brought back products “…”',
})

export const activateProducts = bulkWrite(
  '/products/activate',
  {
    summary: 'Show several products in the shop',
    purges: ['products'],
    softPurge: true,
    audit: 'Activated products “…”',
  },
  { 409: failure('One of them has no affiliate link yet; none was activated') },
)

export const deactivateProducts = bulkWrite('/products/deactivate', {
  summary: 'Hide several products from the shop',
  purges: ['products'],
  audit: 'Deactivated products “…”',
})
