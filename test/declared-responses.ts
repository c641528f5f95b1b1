import { isDeepStrictEqual } from 'node:util'
import { type Endpoint, isFor } from '../src/contract/platform/endpoint.ts'
import { anyRequest, responsesOf } from '../src/contract/platform/endpoint-responses.ts'

/**
 * Throws where a response of the API is not one that its endpoint declares: status, content type, and a body with no
 * field missing, wrong or undeclared. `testApp` runs it on every response, so the fuzzer does too.
 */
export function createResponseCheck(endpoints: readonly Endpoint[]) {
  const patterns = endpoints.map((endpoint) => ({
    endpoint,
    pattern: new RegExp(`^/api${endpoint.path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}$`),
  }))

  return async (method: string, url: URL, response: Response): Promise<void> => {
    // Hono handles HEAD with the handler of GET.
    const wanted = method === 'HEAD' ? 'GET' : method
    const matching = patterns
      .filter(({ endpoint, pattern }) => endpoint.method === wanted && pattern.test(url.pathname))
      // A path without parameters wins, as it does in the router.
      .sort((one, other) => one.endpoint.path.split(':').length - other.endpoint.path.split(':').length)
      .map(({ endpoint }) => endpoint)
    const path = matching[0]?.path
    const group = matching.filter((endpoint) => endpoint.path === path)
    const endpoint =
      group.find((each) => each.when !== undefined && isFor(each, (name) => url.searchParams.get(name))) ??
      group.find(({ when }) => when === undefined)
    if (!endpoint) return

    const name = `${method} /api${endpoint.path}: ${response.status}`
    const spec = responsesOf(endpoint)[response.status] ?? anyRequest[response.status]
    if (!spec) throw new Error(`${name} is not declared`)
    const { contentType = 'application/json' } = spec
    const sent = response.headers.get('content-type') ?? ''
    if (!sent.startsWith(contentType)) throw new Error(`${name} is ${sent}, but ${contentType} is declared`)
    if (method === 'HEAD' || contentType !== 'application/json' || response.headers.has('content-encoding')) return
    const body: unknown = await response.clone().json()
    const parsed = spec.body.safeParse(body)
    if (!parsed.success)
      throw new Error(`${name} has another body than declared: ${JSON.stringify(parsed.error.issues)}`)
    if (!isDeepStrictEqual(parsed.data, body))
      throw new Error(`${name} has undeclared fields: ${JSON.stringify(body).slice(0, 500)}`)
  }
}
