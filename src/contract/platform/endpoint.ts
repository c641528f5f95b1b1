import * as z from 'zod/mini'
import { ErrorBody } from './errors.ts'
import { Id } from './paths.ts'

/**
 * The declaration of one endpoint of the API. The server binds a handler to it (`platform/http/mount-endpoints.ts`), the
 * browser calls through it (`web/data/call.ts`); guard, parsing, status codes, idempotency, audit trail, cache purging
 * and OpenAPI follow from it.
 */
export type Endpoint = ReadEndpoint | PublicWrite | OwnerWrite

/** A part of the content on which responses depend; a write names the tags whose cached responses it purges. */
export type CacheTag =
  | 'posts'
  | 'pages'
  | 'newsletters'
  | 'categories'
  | 'products'
  | 'ingredients'
  | 'routines'
  | 'images'
  | 'settings'
  | 'users'

/** Token buckets by client network or by secret; the numbers stand in `server/app/rate-limits.ts`. */
export type RateLimitName =
  | 'contact'
  | 'subscribe'
  | 'login'
  | 'click'
  | 'redirect'
  | 'secret'
  | 'mail-test'
  | 'password-reset'
  | 'rejected-form'

export type ResponseSpec = {
  description: string
  body: z.ZodMiniType
  /** Absent: `application/json`. */
  contentType?: string
}

/**
 * An open session is not enough: the password, a code or a passkey must have been given within it lately (step-up
 * authentication, RFC 9470). With names, only for a body that has one of these fields.
 */
type StepUp = true | readonly string[]

type Fields = Readonly<Record<string, z.ZodMiniType>>

type Shared = {
  /** Below `/api`, with parameters as `:name`. */
  path: `/${string}`
  summary: string
  params?: Fields
  query?: z.ZodMiniObject
  /** Query parameters that the handler parses itself: after it has checked a secret, or together with a form. */
  unparsedQuery?: z.ZodMiniObject
  /**
   * Takes the requests that have this query parameter (`status`) or this value of it (`dryRun=true`); another endpoint
   * with the same method and path takes the rest.
   */
  when?: string
  /** The responses of this endpoint alone; `responsesOf` adds those that follow from the other properties (`endpoint-responses.ts`). */
  responses: Readonly<Record<number, ResponseSpec>>
  /** The sentence of the 404 for a row that is missing or a path parameter that cannot name one. */
  notFound?: string
  rateLimit?: RateLimitName
  /** The body has a `version`, which is also sent as ETag. */
  versioned?: true
  /** Takes an `Idempotency-Key`; a write runs in one transaction with it. */
  idempotent?: true
}

export type ReadEndpoint = Shared & {
  method: 'GET'
  access: 'public' | 'owner'
  stepUp?: true
  /** The sentence of a download, as of a write; those of one path within an hour share an entry. */
  audit?: string
  /** A page of an array, with `X-Total-Count` and `Link`; the query has `page` and `limit`. */
  list?: true
  /** A change of these tags changes the response. Only such an endpoint may be called while a page is rendered. */
  dependsOn?: readonly CacheTag[]
  /** The same for every visitor, so kept by the page cache until one of `dependsOn` is purged. */
  cacheable?: true
  /** Which queries of a cacheable endpoint are kept; all by default. */
  caches?(query: object): boolean
}

type Write = Shared & {
  method: 'POST' | 'PUT' | 'DELETE'
  body?: z.ZodMiniType
  /** Bytes of the body at most; absent: `BODY_MAX`. */
  bodyMax?: number
  /** The fields of a multipart/form-data body, which the handler reads itself. */
  upload?: z.ZodMiniType
  /** Takes `If-Match` with a version. */
  ifMatch?: true
  /** Tags whose cached responses a success purges. */
  purges: readonly CacheTag[]
  /**
   * A success changes what readers see and takes nothing away, so an outage may show them the purged responses. Absent where
   * it deletes or hides something; `removes` in a reply says so for a single write.
   */
  softPurge?: true
}

export type PublicWrite = Write & { access: 'public'; stepUp?: never }

export type OwnerWrite = Write & {
  /** `bearerOrOwner`: a secret in the Authorization header; without one, the owner's session is required. */
  access: 'owner' | 'bearerOrOwner'
  stepUp?: StepUp
  /** The sentence of the audit trail about a success; `…` stands for the name of the changed thing. */
  audit: string
  /** Successes on one path within an hour share an entry, which counts them. */
  auditMerge?: true
}

/** Declares an endpoint. In the browser's bundle `scripts/vite-inline-endpoints.ts` leaves only what a call needs of it. */
// @__NO_SIDE_EFFECTS__
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

type Path = Shared['path']
type Method = Write['method']
type Owned<E> = Omit<E, 'method' | 'path' | 'access'>
/** The parameters of a path that names a row by `:id`, unless the declaration has its own. */
type RowParams<P extends Path, D> = D extends { params: Fields }
  ? unknown
  : P extends `${string}/:id` | `${string}/:id/${string}`
    ? { params: { id: typeof Id } }
    : unknown
type Declared<M, P extends Path, A, D> = { method: M; path: P; access: A } & D & RowParams<P, D>

/** A read that everyone may call; `:id` in the path is a row's id. */
// @__NO_SIDE_EFFECTS__
export function publicRead<const P extends Path, const D extends Owned<ReadEndpoint>>(path: P, declaration: D) {
  return declare('GET', path, 'public', declaration)
}

/** A read of the owner; `:id` in the path is a row's id. */
// @__NO_SIDE_EFFECTS__
export function ownerRead<const P extends Path, const D extends Owned<ReadEndpoint>>(path: P, declaration: D) {
  return declare('GET', path, 'owner', declaration)
}

/** A write that everyone may call; `:id` in the path is a row's id. */
// @__NO_SIDE_EFFECTS__
export function publicWrite<const M extends Method, const P extends Path, const D extends Owned<PublicWrite>>(
  method: M,
  path: P,
  declaration: D,
) {
  return declare(method, path, 'public', declaration)
}

/** A write of the owner; `:id` in the path is a row's id. */
// @__NO_SIDE_EFFECTS__
export function ownerWrite<const M extends Method, const P extends Path, const D extends Owned<OwnerWrite>>(
  method: M,
  path: P,
  declaration: D,
) {
  return declare(method, path, 'owner', declaration)
}

function declare<
  const M extends Endpoint['method'],
  P extends Path,
  const A extends Endpoint['access'],
  D extends object,
>(method: M, path: P, access: A, declaration: D) {
  const params = /\/:id(?:\/|$)/.test(path) && !('params' in declaration) ? { params: { id: Id } } : {}
  return { method, path, access, ...params, ...declaration } as Declared<M, P, A, D>
}

/** Whether a request with these query parameters is for the endpoint, by its `when`. */
export function isFor({ when }: Endpoint, parameter: (name: string) => string | null | undefined): boolean {
  if (when === undefined) return true
  const [name = '', value] = when.split('=')
  return value === undefined ? (parameter(name) ?? undefined) !== undefined : parameter(name) === value
}

/** A response: `responses: { 200: json('The post', Post), 409: failure('…') }`. */
// @__NO_SIDE_EFFECTS__
export const json = <S extends z.ZodMiniType>(description: string, body: S) => ({ description, body })
// @__NO_SIDE_EFFECTS__
export const failure = (description: string) => json(description, ErrorBody)
// @__NO_SIDE_EFFECTS__
export const file = (description: string, contentType: string) => ({ description, body: z.string(), contentType })
// @__NO_SIDE_EFFECTS__
export const csv = (description: string) => file(description, 'text/csv')
export const Empty = z.object({})

/** The types that follow from a declaration. */

type Output<S> = S extends z.ZodMiniType ? z.output<S> : never
type Input<S> = S extends z.ZodMiniType ? z.input<S> : never
type OutputFields<F> = { [K in keyof F]: Output<F[K]> }

export type ParamsOf<E extends Endpoint> = E extends { params: infer P extends Fields } ? OutputFields<P> : unknown
export type QueryOf<E extends Endpoint> = E extends { query: infer Q extends z.ZodMiniObject } ? z.output<Q> : unknown
/** A body as the server has parsed it. */
export type BodyOf<E extends Endpoint> = E extends { body: infer B } ? Output<B> : undefined
/** A body as the browser sends it. */
export type PayloadOf<E extends Endpoint> = E extends { body: infer B } ? Input<B> : undefined

export type StatusOf<E extends Endpoint> = keyof E['responses'] & number
type SuccessOf<E extends Endpoint> = StatusOf<E> & (200 | 201 | 202)
/** The status of a reply that names none. */
export type DefaultStatusOf<E extends Endpoint> = 200 extends SuccessOf<E> ? 200 : SuccessOf<E>
export type ResponseBodyOf<E extends Endpoint, S extends StatusOf<E>> = Output<E['responses'][S]['body']>
/** The body of any success. */
export type SuccessBodyOf<E extends Endpoint> = ResponseBodyOf<E, SuccessOf<E>>

/**
 * The value that a caller gets: a list's page with its total, undefined for a 404 of an endpoint that declares one,
 * else the body.
 */
export type ResultOf<E extends Endpoint> =
  | (E extends { list: true }
      ? SuccessBodyOf<E> extends readonly (infer Item)[]
        ? { items: Item[]; total: number }
        : never
      : SuccessBodyOf<E>)
  | (E extends { method: 'GET'; notFound: string } ? undefined : never)

/** The input of a read: the parameters of its path and its query, as the server's handler sees them. */
export type ReadInput<E extends ReadEndpoint> = (E extends { params: object } ? { params: ParamsOf<E> } : unknown) &
  (E extends { query: object } ? { query: QueryOf<E> } : unknown)

/**
 * Calls a read. The browser does it over HTTP; while a page is rendered, the server calls the same handler in process.
 * Rejects where the response is neither a success nor a declared 404.
 */
export type Read = <E extends ReadEndpoint>(
  endpoint: E,
  ...input: unknown extends ReadInput<E> ? [] : [input: ReadInput<E>]
) => Promise<ResultOf<E>>
