import * as z from 'zod/mini'
import {
  Category,
  CategoryInput,
  CategoryInUse,
  CategoryListQuery,
  CategoryOrder,
  OwnerCategory,
} from './categories.ts'
import { type Endpoint, errorResponse, found, nothing, ownerErrors } from './endpoint.ts'
import { Id, Slug } from './paths.ts'

const id = { id: Id }
const gone = errorResponse('No such category')
const signedOut = { 401: errorResponse('Nobody is signed in') }
const slugTaken = errorResponse(
  'The name or the slug belongs to another category (`issues` names it), or the Idempotency-Key to another request',
)

export const categoryEndpoints: Endpoint[] = [
  {
    method: 'get',
    path: '/categories',
    summary:
      'All categories, in the owner’s order. With a `status` the list is the owner’s: it needs a sign-in, and its rows carry `position` and `postCount`',
    query: CategoryListQuery,
    responses: {
      ...found('The categories', z.array(Category)),
      400: errorResponse('A parameter is wrong'),
      ...signedOut,
    },
  },
  {
    method: 'get',
    path: '/categories/:slugOrId',
    summary: 'One category, by its slug or its id. A slug that it had earlier finds it too; `slug` is that of today',
    params: { slugOrId: Slug },
    responses: { ...found('The category', Category), 404: gone },
  },
  {
    method: 'post',
    path: '/categories',
    owner: true,
    summary: 'Create a category, at the end of the order',
    body: CategoryInput,
    idempotent: true,
    responses: { 201: { description: 'Created', body: OwnerCategory }, ...ownerErrors, 422: slugTaken },
  },
  {
    method: 'put',
    path: '/categories/order',
    owner: true,
    summary: 'Put all categories into an order',
    body: CategoryOrder,
    idempotent: true,
    responses: {
      ...found('Done', nothing),
      ...ownerErrors,
      409: errorResponse('These are not the categories that there are now'),
    },
  },
  {
    method: 'put',
    path: '/categories/:id',
    owner: true,
    summary: 'Save a category. A slug that it gives up leads to it from now on',
    params: id,
    body: CategoryInput,
    idempotent: true,
    responses: { ...found('Saved', OwnerCategory), ...ownerErrors, 404: gone, 422: slugTaken },
  },
  {
    method: 'delete',
    path: '/categories/:id',
    owner: true,
    summary: 'Delete a category that no post stands in',
    params: id,
    idempotent: true,
    responses: {
      ...found('Deleted', nothing),
      ...signedOut,
      404: gone,
      409: { description: 'Posts stand in it; deleted ones do not count', body: CategoryInUse },
    },
  },
  {
    method: 'post',
    path: '/categories/:id/restore',
    owner: true,
    summary: 'Bring a deleted category back',
    params: id,
    idempotent: true,
    responses: {
      ...found('It is there again', nothing),
      ...signedOut,
      404: gone,
      409: errorResponse('Another category has taken its name or slug'),
    },
  },
]
