import type { Context } from 'hono'
import type { User } from '../../../contract/accounts/auth.ts'
import type {
  BodyOf,
  DefaultStatusOf,
  Endpoint,
  ParamsOf,
  QueryOf,
  ResponseBodyOf,
  StatusOf,
} from '../../../contract/platform/endpoint.ts'
import type { Db } from '../db/schema.ts'
import type { Download } from './download.ts'

/** A handler gets the request, parsed as its endpoint declares, and whose it is. */
export type HandlerContext<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The transaction of an idempotent write, else the connection pool. */
  db: Db
  /** ISO 8601, UTC. */
  now: string
  /** The version that `If-Match` names. */
  version: number | undefined
} & Caller<E> &
  Request<E>

type Caller<E extends Endpoint> = E extends { access: 'owner' }
  ? { user: User; sessionId: number }
  : E extends { access: 'bearerOrOwner' }
    ? { user: User | undefined; bearer: Bearer | undefined }
    : unknown

/** The sender of a request with a secret. */
export type Bearer = { id: number }

/** Not for what is also called while a page is rendered, where there is no request. */
type Request<E extends Endpoint> = E extends { dependsOn: readonly string[] } ? unknown : { c: Context }

/** A response in the terms of its endpoint; the status may be left out where the endpoint has one success alone. */
export type Reply<E extends Endpoint> = {
  [S in StatusOf<E>]: (S extends DefaultStatusOf<E> ? { status?: S } : { status: S }) & {
    body: ResponseBodyOf<E, S>
  }
}[StatusOf<E>] &
  ReplyDetails

type ReplyDetails = {
  /** All rows of a list, of which the body is one page. */
  total?: number
  /** Name of the changed thing, for the audit trail; several are joined by commas. */
  subject?: string | string[]
  headers?: Record<string, string>
  /** The write took something from readers, although its endpoint has a `softPurge`. */
  removes?: boolean
  /** Runs when the write is committed, before the response. */
  afterCommit?: () => void
}

/** Undefined stands for the endpoint's 404. */
type Handled<E extends Endpoint> = Promise<Reply<E> | Download | undefined>

export type Handler<E extends Endpoint> = (context: HandlerContext<E>) => Handled<E>

/** Runs `act` in one transaction with the request's Idempotency-Key; `input` is what tells one request from another. */
export type Transact<E extends Endpoint> = (
  input: unknown,
  act: (db: Db) => Promise<Reply<E> | undefined>,
) => Promise<Response>

/** A handler with work before or around its transaction: uploads, remote calls. */
export type StagedHandler<E extends Endpoint> = (
  context: HandlerContext<E> & { c: Context; transact: Transact<E> },
) => Promise<Reply<E> | Response | undefined>

/** An endpoint with its handler, types erased, as `mountEndpoints` takes it. */
export type Binding = {
  endpoint: Endpoint
  isStaged: boolean
  handler: Handler<Endpoint> | StagedHandler<Endpoint>
}

/** Binds a handler; that of an idempotent write runs inside its transaction. */
export function bind<E extends Endpoint>(endpoint: E, handler: Handler<E>): Binding {
  return { endpoint, isStaged: false, handler: handler as unknown as Handler<Endpoint> }
}

/** Binds a handler that calls `transact` itself. */
export function bindStaged<E extends Endpoint>(endpoint: E, handler: StagedHandler<E>): Binding {
  return { endpoint, isStaged: true, handler: handler as unknown as StagedHandler<Endpoint> }
}
