import * as z from 'zod/mini'
import { endpoint, json } from './endpoint.ts'

export const findApiDescription = endpoint({
  method: 'GET',
  path: '/openapi.json',
  access: 'public',
  summary: 'This description',
  responses: { 200: json('OpenAPI 3.1', z.looseObject({})) },
})
