import * as z from 'zod/mini'
import { endpoint, json } from './endpoint.ts'

export const findApiDescription = endpoint({
  method: 'GET',
  path: '/openapi.json',
  access: 'public',
  cacheable: true,
  summary: 'This description, of the operations for visitors',
  responses: { 200: json('OpenAPI 3.1', z.looseObject({})) },
})

export const findOwnerApiDescription = endpoint({
  method: 'GET',
  path: '/openapi.json',
  access: 'owner',
  when: 'operations=all',
  summary: 'The description of all operations',
  responses: { 200: json('OpenAPI 3.1', z.looseObject({})) },
})
