import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Endpoint } from '../../../contract/platform/endpoint.ts'
import { findApiDescription, findOwnerApiDescription } from '../../../contract/platform/openapi.ts'
import { acceptedEncodings } from '../delivery/prebuilt-response.ts'
import { bind, bindStaged } from '../http/endpoint-handler.ts'
import { describePaths } from './describe-paths.ts'

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
