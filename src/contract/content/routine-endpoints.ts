import * as z from 'zod/mini'
import { Empty, endpoint, failure, json } from '../platform/endpoint.ts'
import { bulkAction, listQuery, PageQuery } from '../platform/lists.ts'
import { Id, Slug } from '../platform/paths.ts'
import {
  BuiltRoutine,
  OwnerRoutine,
  RoutineConflict,
  RoutineDetails,
  RoutineInput,
  RoutineOrder,
  RoutineSummary,
  RoutineWishes,
} from './routines.ts'

export const listRoutines = endpoint({
  method: 'GET',
  path: '/routines',
  access: 'public',
  summary: 'Active routines, in the owner’s order',
  query: PageQuery,
  list: true,
  dependsOn: ['routines', 'images'],
  cacheable: true,
  responses: { 200: json('The routines', z.array(RoutineSummary)) },
})

export const listOwnerRoutines = endpoint({
  method: 'GET',
  path: '/routines',
  when: 'status',
  access: 'owner',
  summary: 'The owner’s list of routines, inactive ones included',
  query: listQuery(['position', 'name', 'updatedAt'], { status: z.enum(['all', 'active', 'inactive']) }),
  list: true,
  responses: { 200: json('The routines', z.array(OwnerRoutine)) },
})

export const buildRoutine = endpoint({
  method: 'GET',
  path: '/routines/build',
  access: 'public',
  summary: 'The owner’s routine that fits a reader best, with her products within the budget',
  query: RoutineWishes,
  dependsOn: ['routines', 'products', 'images'],
  responses: { 200: json('The choices and the routine', BuiltRoutine) },
})

export const findRoutine = endpoint({
  method: 'GET',
  path: '/routines/:slug',
  access: 'public',
  summary: 'One active routine. A former slug finds it too; `slug` and Content-Location then name its current URL',
  params: { slug: Slug },
  notFound: 'Routine not found',
  dependsOn: ['routines', 'products', 'images', 'posts'],
  cacheable: true,
  responses: { 200: json('The routine', RoutineDetails) },
})

export const findOwnerRoutine = endpoint({
  method: 'GET',
  path: '/routines/:id/source',
  access: 'owner',
  summary: 'One routine, to edit it',
  params: { id: Id },
  notFound: 'Routine not found',
  versioned: true,
  responses: { 200: json('The routine', OwnerRoutine) },
})

export const previewRoutine = endpoint({
  method: 'GET',
  path: '/routines/:id/preview',
  access: 'owner',
  summary: 'One routine as readers would see it, active or not',
  params: { id: Id },
  notFound: 'Routine not found',
  responses: { 200: json('The routine', RoutineDetails) },
})

const slugTaken = failure(
  'The slug belongs to another routine (see `issues`), or the Idempotency-Key to another request',
)

export const createRoutine = endpoint({
  method: 'POST',
  path: '/routines',
  access: 'owner',
  summary: 'Create a routine, at the end of the list',
  body: RoutineInput,
  idempotent: true,
  versioned: true,
  purges: ['routines'],
  softPurge: true,
  audit: 'Created routine “…”',
  responses: { 201: json('Created', OwnerRoutine), 422: slugTaken },
})

export const saveRoutine = endpoint({
  method: 'PUT',
  path: '/routines/:id',
  access: 'owner',
  summary: 'Save a routine; its former slug redirects. With If-Match only if it is still of that version',
  params: { id: Id },
  body: RoutineInput,
  idempotent: true,
  ifMatch: true,
  versioned: true,
  notFound: 'Routine not found',
  purges: ['routines'],
  softPurge: true,
  audit: 'Changed routine “…”',
  responses: {
    200: json('Saved', OwnerRoutine),
    409: json(
      'The routine was saved since the version that If-Match names; `current` is its present state',
      RoutineConflict,
    ),
    422: slugTaken,
  },
})

export const reorderRoutines = endpoint({
  method: 'PUT',
  path: '/routines/order',
  access: 'owner',
  summary:
    'Put routines one after another, from `position` on; without a `position` into the places that they hold between them',
  body: RoutineOrder,
  idempotent: true,
  purges: ['routines'],
  softPurge: true,
  audit: 'Changed the order of the routines',
  responses: { 200: json('Done', Empty), 409: failure('One of them no longer exists') },
})

export const deleteRoutines = endpoint({
  method: 'POST',
  path: '/routines/delete',
  summary: 'Delete several routines',
  purges: ['routines'],
  audit: 'Deleted routines “…”',
  ...bulkAction,
})

export const restoreRoutines = endpoint({
  method: 'POST',
  path: '/routines/restore',
  summary: 'Restore several deleted routines to their former positions',
  purges: ['routines'],
  softPurge: true,
  audit: 'Brought back routines “…”',
  ...bulkAction,
})

export const activateRoutines = endpoint({
  method: 'POST',
  path: '/routines/activate',
  summary: 'Show several routines',
  purges: ['routines'],
  softPurge: true,
  audit: 'Activated routines “…”',
  ...bulkAction,
})

export const deactivateRoutines = endpoint({
  method: 'POST',
  path: '/routines/deactivate',
  summary: 'Hide several routines',
  purges: ['routines'],
  audit: 'Deactivated routines “…”',
  ...bulkAction,
})

export const deleteRoutine = endpoint({
  method: 'DELETE',
  path: '/routines/:id',
  access: 'owner',
  summary: 'Delete a routine',
  params: { id: Id },
  idempotent: true,
  notFound: 'Routine not found',
  purges: ['routines'],
  audit: 'Deleted routine “…”',
  responses: { 200: json('Deleted', Empty) },
})

export const restoreRoutine = endpoint({
  method: 'POST',
  path: '/routines/:id/restore',
  access: 'owner',
  summary: 'Restore a deleted routine to its former position',
  params: { id: Id },
  idempotent: true,
  notFound: 'Routine not found',
  purges: ['routines'],
  softPurge: true,
  audit: 'Brought back routine “…”',
  responses: { 200: json('Restored', Empty) },
})
