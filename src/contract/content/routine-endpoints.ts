import * as z from 'zod/mini'
import { Empty, failure, json, ownerRead, ownerWrite, publicRead } from '../platform/endpoint.ts'
import { bulkWrite, listQuery, PageQuery } from '../platform/lists.ts'
import { Slug } from '../platform/paths.ts'
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

export const listRoutines = publicRead('/routines', {
  summary: 'Active routines, in the owner’s order',
  query: PageQuery,
  list: true,
  dependsOn: ['routines', 'images'],
  cacheable: true,
  responses: { 200: json('The routines', z.array(RoutineSummary)) },
})

export const listOwnerRoutines = ownerRead('/routines', {
  when: 'status',
  summary: 'The owner’s list of routines, inactive ones included',
  query: listQuery(['position', 'name', 'updatedAt'], { status: z.enum(['all', 'active', 'inactive']) }),
  list: true,
  responses: { 200: json('The routines', z.array(OwnerRoutine)) },
})

export const buildRoutine = publicRead('/routines/build', {
  summary: 'The owner’s routine that fits a reader best, with her products within the budget',
  query: RoutineWishes,
  dependsOn: ['routines', 'products', 'images'],
  responses: { 200: json('The choices and the routine', BuiltRoutine) },
})

export const findRoutine = publicRead('/routines/:slug', {
  summary: 'One active routine. A former slug finds it too; `slug` and Content-Location then name its current URL',
  params: { slug: Slug },
  notFound: 'Routine not found',
  dependsOn: ['routines', 'products', 'images', 'posts'],
  cacheable: true,
  responses: { 200: json('The routine', RoutineDetails) },
})

export const findOwnerRoutine = ownerRead('/routines/:id/source', {
  summary: 'One routine, to edit it',
  notFound: 'Routine not found',
  versioned: true,
  responses: { 200: json('The routine', OwnerRoutine) },
})

export const previewRoutine = ownerRead('/routines/:id/preview', {
  summary: 'One routine as readers would see it, active or not',
  notFound: 'Routine not found',
  responses: { 200: json('The routine', RoutineDetails) },
})

const slugTaken = failure(
  'The slug belongs to another routine (see `issues`), or the Idempotency-Key to another request',
)

export const createRoutine = ownerWrite('POST', '/routines', {
  summary: 'Create a routine, at the end of the list',
  body: RoutineInput,
  idempotent: true,
  versioned: true,
  purges: ['routines'],
  softPurge: true,
  audit: 'Created routine “…”',
  responses: { 201: json('Created', OwnerRoutine), 422: slugTaken },
})

export const saveRoutine = ownerWrite('PUT', '/routines/:id', {
  summary: 'Save a routine; its former slug redirects. With If-Match only if it is still of that version',
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

export const reorderRoutines = ownerWrite('PUT', '/routines/order', {
  summary:
    'Put routines one after another, from `position` on; without a `position` into the places that they hold between them',
  body: RoutineOrder,
  idempotent: true,
  purges: ['routines'],
  softPurge: true,
  audit: 'Changed the order of the routines',
  responses: { 200: json('Done', Empty), 409: failure('One of them no longer exists') },
})

export const deleteRoutines = bulkWrite('/routines/delete', {
  summary: 'Delete several routines',
  purges: ['routines'],
  audit: 'Deleted routines “…”',
})

export const restoreRoutines = bulkWrite('/routines/restore', {
  summary: 'Restore several deleted routines to their former positions',
  purges: ['routines'],
  softPurge: true,
  audit: 'Brought back routines “…”',
})

export const activateRoutines = bulkWrite('/routines/activate', {
  summary: 'Show several routines',
  purges: ['routines'],
  softPurge: true,
  audit: 'Activated routines “…”',
})

export const deactivateRoutines = bulkWrite('/routines/deactivate', {
  summary: 'Hide several routines',
  purges: ['routines'],
  audit: 'Deactivated routines “…”',
})

export const deleteRoutine = ownerWrite('DELETE', '/routines/:id', {
  summary: 'Delete a routine',
  idempotent: true,
  notFound: 'Routine not found',
  purges: ['routines'],
  audit: 'Deleted routine “…”',
  responses: { 200: json('Deleted', Empty) },
})

export const restoreRoutine = ownerWrite('POST', '/routines/:id/restore', {
  summary: 'Restore a deleted routine to its former position',
  idempotent: true,
  notFound: 'Routine not found',
  purges: ['routines'],
  softPurge: true,
  audit: 'Brought back routine “…”',
  responses: { 200: json('Restored', Empty) },
})
