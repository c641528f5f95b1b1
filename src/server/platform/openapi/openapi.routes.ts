import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import * as z from 'zod/mini'
import type { Endpoint, ResponseSpec } from '../../../contract/platform/endpoint.ts'
import { responsesOf } from '../../../contract/platform/endpoint-responses.ts'
import { findApiDescription, findOwnerApiDescription } from '../../../contract/platform/openapi.ts'
import { acceptedEncodings } from '../delivery/prebuilt-response.ts'
import { bind, bindStaged } from '../http/endpoint-handler.ts'

/**
 * OpenAPI 3.1 descriptions of `endpoints`, which returns all of the application. The page cache keeps and compresses the one
 * for visitors; the owner's, of more than a megabyte, is kept here.
 */
export function openapiRoutes({ origin, endpoints }: { origin: string; endpoints: () => readonly Endpoint[] }) {
  let prebuilt: ReturnType<typeof prebuild> | undefined
  return [
    bind(findApiDescription, async () => ({
      body: describe(
        origin,
        endpoints().filter(({ access }) => access === 'public'),
      ),
    })),
    bindStaged(findOwnerApiDescription, async ({ c }) => {
      prebuilt ??= prebuild(describe(origin, endpoints()))
      const { plain, gzipped } = await prebuilt
      const headers = { 'content-type': 'application/json', vary: 'accept-encoding' }
      if (!acceptedEncodings(c.req.header('accept-encoding')).has('gzip')) return c.body(plain, 200, headers)
      return c.body(gzipped, 200, { ...headers, 'content-encoding': 'gzip' })
    }),
  ]
}

async function prebuild(description: object) {
  const plain = JSON.stringify(description)
  return { plain, gzipped: await promisify(gzip)(plain) }
}

function describe(origin: string, endpoints: readonly Endpoint[]) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dewlight',
      version: '1',
      description:
        'The API of the site. Errors are `{ message, issues? }`. `?operations=all` adds the operations of the signed-in owner.',
    },
    servers: [{ url: `${origin}/api` }],
    paths: describePaths(endpoints),
  }
}

type Operation = Record<string, unknown>
type Paths = Record<string, Record<string, Operation>>

/** The `paths` of an OpenAPI 3.1 document. Endpoints that share method and path are one operation. */
function describePaths(endpoints: readonly Endpoint[]): Paths {
  const paths: Paths = {}
  for (const group of Map.groupBy(endpoints, ({ method, path }) => `${method} ${path}`).values()) {
    // The general endpoint first.
    const [main, ...others] = group.toSorted(
      (one, other) => Number(one.when !== undefined) - Number(other.when !== undefined),
    )
    if (!main) continue
    const key = main.path.replace(/:(\w+)/g, '{$1}')
    paths[key] = { ...paths[key], [main.method.toLowerCase()]: describeOperation(main, others) }
  }
  return paths
}

function describeOperation(main: Endpoint, others: readonly Endpoint[]): Operation {
  const parameters = Map.groupBy([main, ...others].flatMap(describeParameters), ({ name }) => name)
  const responses: Record<string, Operation> = {}
  for (const endpoint of [main, ...others])
    for (const [status, spec] of Object.entries(responsesOf(endpoint))) responses[status] ??= describeResponse(spec)
  const body = describeBody(main)
  return {
    summary: [main.summary, ...others.map(({ when, summary }) => `With \`${when}\`: ${summary}`)].join('. '),
    ...(parameters.size > 0
      ? {
          parameters: [...parameters.values()].map(([parameter, ...same]) => ({
            ...parameter,
            // Required only where every endpoint of the operation requires it.
            required: parameter?.required === true && same.length === others.length,
          })),
        }
      : {}),
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses,
  }
}

type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: unknown }

function describeParameters(endpoint: Endpoint): Parameter[] {
  const write = endpoint.method === 'GET' ? undefined : endpoint
  return [
    ...Object.entries(endpoint.params ?? {}).map(([name, schema]) => describeParameter('path', name, schema)),
    ...Object.entries({ ...endpoint.query?.shape, ...endpoint.unparsedQuery?.shape }).map(([name, schema]) =>
      describeParameter('query', name, schema as z.ZodMiniType),
    ),
    ...(write?.ifMatch ? [describeParameter('header', 'If-Match', z.optional(z.string()))] : []),
    ...(endpoint.idempotent ? [describeParameter('header', 'Idempotency-Key', idempotencyKey)] : []),
  ]
}

const idempotencyKey = z.optional(z.string().check(z.minLength(8), z.maxLength(128)))

function describeParameter(where: Parameter['in'], name: string, schema: z.ZodMiniType): Parameter {
  const required = where === 'path' || !z.safeParse(schema, undefined).success
  return { name, in: where, required, schema: toInputSchema(schema) }
}

function describeBody(endpoint: Endpoint): Record<string, unknown> | undefined {
  if (endpoint.method === 'GET') return undefined
  if (endpoint.upload) return { 'multipart/form-data': { schema: toInputSchema(endpoint.upload) } }
  return endpoint.body && { 'application/json': { schema: toInputSchema(endpoint.body) } }
}

function describeResponse({ description, body, contentType = 'application/json' }: ResponseSpec): Operation {
  return { description, content: { [contentType]: { schema: z.toJSONSchema(body, { io: 'output' }) } } }
}

const toInputSchema = (schema: z.ZodMiniType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
