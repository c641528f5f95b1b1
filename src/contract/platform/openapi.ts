import * as z from 'zod/mini'
import { json, ownerRead, publicRead } from './endpoint.ts'

export const findApiDescription = publicRead('/openapi.json', {
  cacheable: true,
  summary: 'This description, of the operations for visitors',
  responses: { 200: json('OpenAPI 3.1', z.looseObject({})) },
})

export const findOwnerApiDescription = ownerRead('/openapi.json', {
  when: 'operations=all',
  summary: 'The description of all operations',
  responses: { 200: json('OpenAPI 3.1', z.looseObject({})) },
})
