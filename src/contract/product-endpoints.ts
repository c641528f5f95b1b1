import * as z from 'zod/mini'
import { type Endpoint, errorResponse, found, nothing, ownerErrors, selected } from './endpoint.ts'
import { Id } from './paths.ts'
import { ImportConflict, ImportCounts, ImportForm, ImportPlan, ImportQuery } from './product-import.ts'
import {
  OwnerProduct,
  OwnerProductListQuery,
  Product,
  ProductCategoriesQuery,
  ProductConflict,
  ProductExportQuery,
  ProductInput,
  ProductListQuery,
  ProductOrder,
} from './products.ts'

const id = { id: Id }
const gone = errorResponse('No such product')
const signedOut = { 401: errorResponse('Nobody is signed in') }
const wrongParameter = { 400: errorResponse('A parameter is wrong') }
const ownerQuery = z.extend(ProductListQuery, {
  ...OwnerProductListQuery.shape,
  status: z.optional(OwnerProductListQuery.shape.status),
})

const reads: Endpoint[] = [
  {
    method: 'get',
    path: '/products',
    summary:
      'Active products, in the owner’s order. `Link` and `X-Total-Count` lead to the other pages. With a `status` the list is the owner’s: it needs a sign-in, and its rows carry `position` and `version`',
    query: ownerQuery,
    responses: { ...found('The products', z.array(Product)), ...wrongParameter, ...signedOut },
  },
  {
    method: 'get',
    path: '/product-categories',
    summary: 'The distinct categories of active products; with a `status` of all products, for the owner',
    query: ProductCategoriesQuery,
    responses: { ...found('Their names', z.array(z.string())), ...wrongParameter, ...signedOut },
  },
  {
    method: 'get',
    path: '/products.csv',
    owner: true,
    summary: 'The owner’s list of products as a table, all pages of it; importing the file changes nothing',
    query: ProductExportQuery,
    responses: { ...found('Text, comma-separated', z.string()), ...wrongParameter, ...signedOut },
  },
  {
    method: 'get',
    path: '/products/:id',
    owner: true,
    summary: 'One product, to edit it. The ETag is its version',
    params: id,
    responses: { ...found('The product', OwnerProduct), ...signedOut, 404: gone },
  },
]

const writes: Endpoint[] = [
  {
    method: 'post',
    path: '/products',
    owner: true,
    summary: 'Create a product, at the end of the shop',
    body: ProductInput,
    idempotent: true,
    responses: { 201: { description: 'Created', body: OwnerProduct }, ...ownerErrors },
  },
  {
    method: 'put',
    path: '/products/order',
    owner: true,
    summary:
      'Put products one after another, from `position` on; without a `position` into the places that they hold between them',
    body: ProductOrder,
    idempotent: true,
    responses: { ...found('Done', nothing), ...ownerErrors, 409: errorResponse('One of them is not there any more') },
  },
  {
    method: 'put',
    path: '/products/:id',
    owner: true,
    summary: 'Save a product. With If-Match only if it is still of that version',
    params: id,
    body: ProductInput,
    idempotent: true,
    ifMatch: true,
    responses: {
      ...found('Saved', OwnerProduct),
      ...ownerErrors,
      404: gone,
      409: {
        description: 'The product has been saved since the version that If-Match names; `current` is how it stands',
        body: ProductConflict,
      },
    },
  },
  {
    method: 'delete',
    path: '/products/:id',
    owner: true,
    summary: 'Delete a product; its clicks stay',
    params: id,
    idempotent: true,
    responses: { ...found('Deleted', nothing), ...signedOut, 404: gone },
  },
  {
    method: 'post',
    path: '/products/:id/restore',
    owner: true,
    summary: 'Bring a deleted product back to the place that it had',
    params: id,
    idempotent: true,
    responses: { ...found('It is there again', nothing), ...signedOut, 404: gone },
  },
  selected('/products/delete', 'Delete several products'),
  selected('/products/restore', 'Bring several deleted products back'),
  selected('/products/activate', 'Show several products in the shop'),
  selected('/products/deactivate', 'Take several products out of the shop'),
]

const imports: Endpoint[] = [
  {
    method: 'post',
    path: '/products/import',
    owner: true,
    summary:
      'Import a CSV of products, as multipart/form-data: UTF-8, at most 5 MB and 20,000 rows. With `dryRun=true` answers what would happen to each row (`ImportPlan`); without it does what the `plan` says, all or nothing, and answers the counts',
    query: ImportQuery,
    upload: ImportForm,
    idempotent: true,
    responses: {
      ...found('The plan, or how many rows came to what', z.union([ImportPlan, ImportCounts])),
      ...ownerErrors,
      408: errorResponse('The upload took too long'),
      409: {
        description: 'The products have changed since the plan was made; `current` is the new plan',
        body: ImportConflict,
      },
      415: errorResponse('The body is no form with a file'),
      422: errorResponse(
        'The file cannot be read, rows are refused, or the Idempotency-Key belongs to another request',
      ),
    },
  },
]

export const productEndpoints: Endpoint[] = [...reads, ...writes, ...imports]
