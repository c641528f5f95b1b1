import * as z from 'zod/mini'
import { csv, failure, json, ownerRead, ownerWrite, publicRead } from '../platform/endpoint.ts'
import { orderEndpoint, rowEndpoints } from '../platform/row-endpoints.ts'
import { line } from '../platform/text-fields.ts'
import { ProductInput, productFields } from './product-fields.ts'
import { isCommonFilter } from './product-filters.ts'
import {
  OwnerProduct,
  OwnerProductListQuery,
  Product,
  ProductExportQuery,
  ProductFacetQuery,
  ProductFacets,
  ProductListQuery,
  ProductSuggestions,
} from './products.ts'

export const productRows = rowEndpoints({
  one: 'a product',
  many: 'products',
  input: ProductInput,
  row: OwnerProduct,
  query: OwnerProductListQuery,
  details: {
    create: 'at the end of the shop',
    save: 'an absent `slug` and absent `facts` stay as they are',
    remove: 'its clicks stay',
    restore: 'to its former position',
  },
})

export const reorderProducts = orderEndpoint('products')

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

const category = productFields.category.input

export const mergeProductCategories = ownerWrite('POST', '/product-categories/merge', {
  summary:
    'Give all products of a category another one, deleted products included. Menus follow; the shop finds nothing under the former name',
  body: z.object({ from: category, into: category }),
  idempotent: true,
  notFound: 'No product has this category',
  purges: ['products', 'settings'],
  audit: 'Merged the product category “…”',
  responses: {
    200: json('The number of products that moved, deleted ones not counted', z.object({ moved: z.number() })),
    422: failure(
      'Both names are the same, no product has the other one, or the Idempotency-Key belongs to another request',
    ),
  },
})

const concern = line(1, 40, 'Required')

export const mergeProductConcerns = ownerWrite('POST', '/product-concerns/merge', {
  summary: 'Give all products with a concern another one instead, deleted products included',
  body: z.object({ from: concern, into: concern }),
  idempotent: true,
  notFound: 'No product has this concern',
  purges: ['products'],
  audit: 'Merged the concern “…”',
  responses: {
    200: json('The number of products that changed, deleted ones not counted', z.object({ moved: z.number() })),
    422: failure(
      'Both names are the same, no product has the other one, or the Idempotency-Key belongs to another request',
    ),
  },
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
