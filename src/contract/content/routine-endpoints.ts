import * as z from 'zod/mini'
import { json, ownerRead, publicRead } from '../platform/endpoint.ts'
import { PageQuery } from '../platform/lists.ts'
import { Slug } from '../platform/paths.ts'
import { orderEndpoint, rowEndpoints, rowQuery } from '../platform/row-endpoints.ts'
import { BuiltRoutine, OwnerRoutine, RoutineDetails, RoutineInput, RoutineSummary, RoutineWishes } from './routines.ts'

export const routineRows = rowEndpoints({
  one: 'a routine',
  many: 'routines',
  input: RoutineInput,
  row: OwnerRoutine,
  query: rowQuery(['position', 'name', 'updatedAt']),
  details: { create: 'at the end of the list', restore: 'to its former position' },
})

export const reorderRoutines = orderEndpoint('routines')

export const listRoutines = publicRead('/routines', {
  summary: 'Active routines, in the owner’s order',
  query: PageQuery,
  list: true,
  dependsOn: ['routines', 'images'],
  cacheable: true,
  responses: { 200: json('The routines', z.array(RoutineSummary)) },
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

export const previewRoutine = ownerRead('/routines/:id/preview', {
  summary: 'One routine as readers would see it, active or not',
  notFound: 'Routine not found',
  responses: { 200: json('The routine', RoutineDetails) },
})
