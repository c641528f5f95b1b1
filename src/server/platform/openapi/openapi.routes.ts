import * as z from 'zod/mini'
import type { Endpoint as Declared } from '../../../contract/endpoint.ts'
import type { Endpoint } from '../../../contract/endpoint-description.ts'
import { endpoints as legacyEndpoints } from '../../../contract/endpoints.ts'
import { findApiDescription } from '../../../contract/openapi.ts'
import { bind } from '../http/endpoint-handler.ts'
import { describePaths } from './describe-paths.ts'

/** An OpenAPI 3.1 description of `endpoints`, which returns all of the application. */
export function openapiRoutes({ origin, endpoints }: { origin: string; endpoints: () => readonly Declared[] }) {
  let description: ReturnType<typeof describe> | undefined
  return [
    bind(findApiDescription, async () => {
      description ??= describe(origin, endpoints())
      return { body: description }
    }),
  ]
}

function describe(origin: string, declared: readonly Declared[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of legacyEndpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method]: operation(endpoint) }
  }
  for (const [path, operations] of Object.entries(describePaths(declared)))
    paths[path] = { ...paths[path], ...operations }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dewlight',
      version: '1',
      description: 'The public API of the site. Errors are `{ message, issues? }`.',
    },
    servers: [{ url: `${origin}/api` }],
    paths,
  }
}

function operation({ summary, params, query, body, upload, idempotent, ifMatch, answers }: Endpoint) {
  const parameters = [
    ...Object.entries(params ?? {}).map(([name, schema]) => ({
      name,
      in: 'path',
      required: true,
      schema: input(schema),
    })),
    ...Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      required: !z.safeParse(schema as z.ZodMiniType, undefined).success,
      schema: input(schema as z.ZodMiniType),
    })),
    ...(ifMatch ? [{ name: 'If-Match', in: 'header', required: false, schema: { type: 'string' } }] : []),
    ...(idempotent
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: false,
            schema: { type: 'string', minLength: 8, maxLength: 128 },
          },
        ]
      : []),
  ]
  return {
    summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: json(input(body)) } } : {}),
    ...(upload
      ? { requestBody: { required: true, content: { 'multipart/form-data': { schema: input(upload) } } } }
      : {}),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, { description, body: response }]) => [
        status,
        { description, content: json(z.toJSONSchema(response, { io: 'output' })) },
      ]),
    ),
  }
}

const input = (schema: z.ZodMiniType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
const json = (schema: unknown) => ({ 'application/json': { schema } })
