import { type Context, Hono, type Handler as HonoHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { User } from '../../../contract/accounts/auth.ts'
import { type CacheTag, type Endpoint, isFor, type RateLimitName } from '../../../contract/platform/endpoint.ts'
import { LIST_MAX } from '../../../contract/platform/limits.ts'
import { CommitUnknown } from '../db/errors.ts'
import type { Purge } from '../db/purge-notices.ts'
import type { Db } from '../db/schema.ts'
import type { GuardRead } from '../health/database-watch.ts'
import { type Download, sendDownload } from './download.ts'
import type { Bearer, Binding, Handler, HandlerContext, Reply, Transact } from './endpoint-handler.ts'
import type { ReportError } from './error-report.ts'
import { HttpError, notFound } from './errors.ts'
import { idempotent } from './idempotency.ts'
import { etagOf, readIfMatch } from './if-match.ts'
import { listHeaders } from './list-headers.ts'
import type { RateLimit } from './rate-limit.ts'
import type { NoteRefusedAccess } from './refused-access.ts'
import { readBody, readParam, readQuery } from './validate.ts'

type AuditedWrite = { user: User; method: string; path: string; subject: string; isMerged: boolean }

/** `isRecent`: authenticated lately enough for endpoints that declare `stepUp`. */
type Session = { user: User; id: number; isRecent: boolean }

export type EndpointServices = {
  db: Db
  /** Serves visitors' reads of what pages are made of. */
  publicDb: Db
  clock: () => Date
  /** The session of a request; undefined for a visitor. */
  readSession(c: Context): Promise<Session | undefined>
  /** The sender whose secret the Authorization header carries. Throws 401, and 429 for repeated wrong secrets. */
  readBearer(c: Context): Promise<Bearer>
  rateLimits: Record<RateLimitName, RateLimit>
  /** Called for each request of an owner's endpoint without a valid session. */
  noteRefusedAccess: NoteRefusedAccess
  /** Enters a write or a download of the owner into the audit trail, a write in its own transaction where it has one. */
  audit(db: Db, entry: AuditedWrite): Promise<void>
  /** Announces purges beyond this host, in the transaction of the write. */
  announce(db: Db, purges: readonly Purge[]): Promise<void>
  /**
   * Returns what every page shows of posts, pages, products and categories, such as the addresses in menus: a write that
   * changes it purges `settings` as well.
   */
  sharedContent(db: Db): Promise<string>
  /** Purges cached responses on this host; awaited before the response is sent. */
  purge(purges: readonly Purge[]): void | Promise<void>
  /** Bounds public reads. */
  guard?: GuardRead
  /** Called for an error that aborts a response halfway. */
  reportError: ReportError
}

/** The bound endpoints as an application: limits, guard, parsing, transaction, audit and purging, in this order. */
export function mountEndpoints(bindings: readonly Binding[], services: EndpointServices): Hono {
  const app = new Hono()
  for (const { method, path, group } of groupByRoute(bindings)) app.on(method, path, dispatch(group, services))
  return app
}

/** Bindings of one method and path together, paths without parameters first: `/products/order` is not a product. */
function groupByRoute(bindings: readonly Binding[]) {
  const groups = Map.groupBy(bindings, ({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  const parameters = ({ path }: { path: string }) => path.split(':').length
  return [...groups.values()]
    .flatMap((group) => group.slice(0, 1).map(({ endpoint: { method, path } }) => ({ method, path, group })))
    .sort((one, other) => parameters(one) - parameters(other))
}

function dispatch(group: readonly Binding[], services: EndpointServices): HonoHandler {
  const special = group.filter(({ endpoint }) => endpoint.when !== undefined)
  const general = group.find(({ endpoint }) => endpoint.when === undefined)
  return (c) => {
    const binding = special.find(({ endpoint }) => isFor(endpoint, (name) => c.req.query(name))) ?? general
    if (!binding) throw new HttpError(400, `The parameter ${special[0]?.endpoint.when} is missing`)
    return run(c, binding, services)
  }
}

async function run(c: Context, binding: Binding, services: EndpointServices): Promise<Response> {
  const { endpoint } = binding
  // HEAD is safe, so it does not reach a GET that writes.
  if (c.req.method === 'HEAD' && endpoint.method === 'GET' && endpoint.idempotent)
    return c.body(null, 200, { 'content-type': 'application/json' })
  const write = endpoint.method === 'GET' ? undefined : endpoint
  const request = await readRequest(c, endpoint, services)
  const exchange: Exchange = { c, binding, request, services, purges: purgesOf(endpoint) }
  const response = await respond(exchange).catch((error: unknown) => {
    // The write may have happened.
    if (write && error instanceof CommitUnknown) void services.purge(exchange.purges)
    throw error
  })
  if (write && response.ok && exchange.purges.length > 0) await services.purge(exchange.purges)
  return response
}

/** The request as its endpoint declares it. Throws 429, 401, 404, 400, 413, 415 or 403, in this order. */
async function readRequest(c: Context, endpoint: Endpoint, services: EndpointServices) {
  const write = endpoint.method === 'GET' ? undefined : endpoint
  if (endpoint.rateLimit) await services.rateLimits[endpoint.rateLimit](c)
  const { session, bearer } = await authorize(c, endpoint, services)
  const request = {
    params: readParams(c, endpoint),
    query: endpoint.query ? (readQuery(c, endpoint.query) as Query) : {},
    body: write?.body ? await readBody(c, write.body, write.bodyMax) : undefined,
    version: write?.ifMatch ? readIfMatch(c) : undefined,
    user: session?.user,
    sessionId: session?.id,
    bearer,
  }
  if (session && !session.isRecent && needsStepUp(endpoint, request.body))
    throw new HttpError(403, 'Please confirm that it is you', { needs: 'step-up' })
  return request
}

function needsStepUp({ stepUp }: Endpoint, body: unknown): boolean {
  if (stepUp === undefined || stepUp === true) return stepUp === true
  const given = (body ?? {}) as Record<string, unknown>
  return stepUp.some((field) => given[field] !== undefined)
}

type Query = { page?: number; limit?: number }
type ReadRequest = Awaited<ReturnType<typeof readRequest>>
type Exchange = {
  c: Context
  binding: Binding
  request: ReadRequest
  services: EndpointServices
  /** Hard ones until the reply is known. */
  purges: readonly Purge[]
}

function purgesOf(endpoint: Endpoint, reply?: Reply<Endpoint>): Purge[] {
  if (endpoint.method === 'GET') return []
  const isSoft = endpoint.softPurge === true && reply !== undefined && reply.removes !== true
  return endpoint.purges.map((tag) => ({ tag, isSoft }))
}

const contentTags: readonly CacheTag[] = [
  'posts',
  'pages',
  'products',
  'ingredients',
  'routines',
  'categories',
  'newsletters',
]

function changesContent(endpoint: Endpoint): boolean {
  return endpoint.method !== 'GET' && endpoint.purges.some((tag) => contentTags.includes(tag))
}

async function respond(exchange: Exchange): Promise<Response> {
  const { c, binding, request, services } = exchange
  const { endpoint, isStaged } = binding
  const { clock } = services
  const db = isVisitorsRead(c, endpoint) ? services.publicDb : services.db
  const transact: Transact<Endpoint> = (input, act) => respondInTransaction(exchange, input, act)
  const context = { ...request, c, db, now: clock().toISOString(), transact } as HandlerContext<Endpoint> & {
    c: Context
    transact: Transact<Endpoint>
  }
  if (endpoint.method !== 'GET' && endpoint.idempotent && !isStaged) {
    const handler = binding.handler as Handler<Endpoint>
    const { params, query, body, version } = request
    return transact({ params, query, body, version }, async (transaction) => {
      const reply = await handler({ ...context, db: transaction })
      if (reply && 'chunks' in reply) throw new Error(`${endpoint.path}: a download cannot be replayed`)
      return reply
    })
  }
  const isPublicRead = endpoint.method === 'GET' && endpoint.access === 'public' && endpoint.dependsOn
  const handle = async () => binding.handler(context)
  const handled = await (isPublicRead && services.guard ? services.guard(handle) : handle())
  if (handled instanceof Response) return handled
  if (handled && 'chunks' in handled) return respondWithDownload(exchange, handled)
  const reply = found(handled, endpoint)
  const status = statusOf(reply, endpoint)
  if (status < 400) await enterAudit(exchange, db, reply)
  reply.afterCommit?.()
  return c.json(reply.body as object, status, headersOf(exchange, reply, status))
}

async function respondWithDownload(exchange: Exchange, download: Download): Promise<Response> {
  const { c, services } = exchange
  const where = { requestId: c.req.header('x-request-id'), path: c.req.path }
  const response = await sendDownload(c, download, (error) => services.reportError(error, where, 'download failed'))
  if (c.req.method === 'HEAD') return response
  // A full disk, which refuses the entry, is when a backup is needed.
  await enterAudit(exchange, services.db, download).catch((error: unknown) =>
    services.reportError(error, where, 'a download is missing in the audit trail'),
  )
  return response
}

/** A read that is the same for every visitor. */
function isVisitorsRead(c: Context, endpoint: Endpoint): boolean {
  return endpoint.method === 'GET' && endpoint.access === 'public' && !!endpoint.dependsOn && !c.req.header('cookie')
}

async function respondInTransaction(
  exchange: Exchange,
  input: unknown,
  act: (db: Db) => Promise<Reply<Endpoint> | undefined>,
): Promise<Response> {
  const { c, binding, services } = exchange
  let committed: Reply<Endpoint> | undefined
  const response = await idempotent(c, services.db, input, async (transaction) => {
    committed = undefined
    const isWatched = changesContent(binding.endpoint)
    const before = isWatched ? await services.sharedContent(transaction) : ''
    const reply = found(await act(transaction), binding.endpoint)
    const status = statusOf(reply, binding.endpoint)
    if (status < 400) {
      await enterAudit(exchange, transaction, reply)
      exchange.purges = purgesOf(binding.endpoint, reply)
      if (isWatched && (await services.sharedContent(transaction)) !== before)
        exchange.purges = [
          ...exchange.purges,
          { tag: 'settings', isSoft: exchange.purges.every(({ isSoft }) => isSoft) },
        ]
      await services.announce(transaction, exchange.purges)
    }
    committed = reply
    return { status, body: reply.body }
  })
  // A replay acted before: it repeats the headers that follow from its body, and no effects.
  const isReplay = response.headers.has('idempotent-replayed')
  const reply = isReplay ? await storedReply(response) : committed
  const headers = reply ? headersOf(exchange, reply, response.status) : {}
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  if (!isReplay) committed?.afterCommit?.()
  return response
}

async function storedReply(response: Response): Promise<Pick<Reply<Endpoint>, 'body'>> {
  return { body: await response.clone().json() }
}

async function enterAudit(
  { c, binding, request, services }: Exchange,
  db: Db,
  { subject = '' }: Pick<Reply<Endpoint>, 'subject'>,
): Promise<void> {
  const { endpoint } = binding
  if (!request.user || !('audit' in endpoint)) return
  await services.audit(db, {
    user: request.user,
    method: endpoint.method,
    path: c.req.path.replace(/^\/api/, ''),
    subject: Array.isArray(subject) ? subject.join(', ') : subject,
    isMerged: endpoint.method === 'GET' || endpoint.auditMerge === true,
  })
}

type Caller = { session?: Session; bearer?: Bearer }

async function authorize(c: Context, endpoint: Endpoint, services: EndpointServices): Promise<Caller> {
  const { access } = endpoint
  if (access === 'public') return {}
  if (access === 'bearerOrOwner' && c.req.header('authorization')) return { bearer: await services.readBearer(c) }
  const session = await services.readSession(c)
  if (!session) {
    services.noteRefusedAccess(endpoint)
    throw new HttpError(401, 'Please sign in')
  }
  return { session }
}

function readParams(c: Context, { params = {}, notFound: message = 'Not found' }: Endpoint): Record<string, unknown> {
  return Object.fromEntries(Object.entries(params).map(([name, schema]) => [name, readParam(c, name, schema, message)]))
}

function found(reply: Reply<Endpoint> | undefined, endpoint: Endpoint): Reply<Endpoint> {
  if (reply === undefined) throw notFound(endpoint.notFound ?? 'Not found')
  return reply
}

function statusOf({ status }: Reply<Endpoint>, { responses }: Endpoint): ContentfulStatusCode {
  const success = status ?? [200, 201, 202].find((code) => code in responses) ?? 200
  return success as ContentfulStatusCode
}

function headersOf(
  { c, binding, request }: Exchange,
  { body, total, headers }: Pick<Reply<Endpoint>, 'body' | 'total' | 'headers'>,
  status: number,
): Record<string, string> {
  const version = binding.endpoint.versioned && status < 300 && (body as { version?: number }).version
  const { page = 1, limit = LIST_MAX } = request.query
  return {
    ...(typeof version === 'number' ? { etag: etagOf(version) } : {}),
    ...(total === undefined ? {} : listHeaders(c, { total, page, limit })),
    ...headers,
  }
}
