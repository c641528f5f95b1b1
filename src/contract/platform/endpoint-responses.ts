import { type Endpoint, failure, type ResponseSpec } from './endpoint.ts'

/** Every response of an endpoint that its declaration implies, by status. Any request may also fail as `anyRequest` says. */
export function responsesOf(declaration: Endpoint): Record<number, ResponseSpec> {
  const { access, idempotent, notFound, query, rateLimit, stepUp, unparsedQuery } = declaration
  const write = declaration.method === 'GET' ? undefined : declaration
  const hasBody = write?.body !== undefined || write?.upload !== undefined
  const implied: (keyof typeof failures)[] = [
    ...(query || unparsedQuery || hasBody || idempotent || write?.ifMatch ? ([400] as const) : []),
    ...(access === 'public' ? [] : ([401] as const)),
    ...(stepUp ? ([403] as const) : []),
    ...(write?.upload ? ([408] as const) : []),
    ...(hasBody ? ([413, 415] as const) : []),
    ...(idempotent ? ([422] as const) : []),
    ...(rateLimit ? ([429] as const) : []),
  ]
  return Object.fromEntries<ResponseSpec>([
    ...implied.map((status): [number, ResponseSpec] => [status, failures[status]]),
    ...(notFound === undefined ? [] : [[404, failure(notFound)] as [number, ResponseSpec]]),
    ...Object.entries(declaration.responses),
  ])
}

const failures = {
  400: failure('A field or parameter is missing or wrong; `issues` says which'),
  401: failure('No valid session'),
  403: failure(
    'With `needs: "step-up"` the session must be authenticated again; else a write that another site caused',
  ),
  408: failure('The upload took too long'),
  413: failure('The body is too large'),
  415: failure('The body has another content type'),
  422: failure('The Idempotency-Key belongs to another request'),
  429: failure('Too many requests; Retry-After says when to come back'),
}

/** Failures that do not depend on the endpoint: another site's request, a long URL, a fault, a full disk, load shedding. */
export const anyRequest: Readonly<Record<number, ResponseSpec>> = {
  403: failure('A write that another site caused'),
  414: failure('The URL is too long'),
  500: failure('A fault of the server'),
  503: failure('The server is overloaded or cannot write; Retry-After says when to come back'),
  507: failure('The disk is full'),
}
