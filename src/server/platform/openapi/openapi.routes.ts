import type { Endpoint } from '../../../contract/endpoint.ts'
import { findApiDescription } from '../../../contract/openapi.ts'
import { bind } from '../http/endpoint-handler.ts'
import { describePaths } from './describe-paths.ts'

/** An OpenAPI 3.1 description of `endpoints`, which returns all of the application. */
export function openapiRoutes({ origin, endpoints }: { origin: string; endpoints: () => readonly Endpoint[] }) {
  let description: ReturnType<typeof describe> | undefined
  return [
    bind(findApiDescription, async () => {
      description ??= describe(origin, endpoints())
      return { body: description }
    }),
  ]
}

function describe(origin: string, endpoints: readonly Endpoint[]) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dewlight',
      version: '1',
      description: 'The public API of the site. Errors are `{ message, issues? }`.',
    },
    servers: [{ url: `${origin}/api` }],
    paths: describePaths(endpoints),
  }
}
