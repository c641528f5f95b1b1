import type { CacheTag, Endpoint, Read } from '../../../contract/platform/endpoint.ts'
import type { Db } from '../db/schema.ts'
import type { GuardRead } from '../health/database-watch.ts'
import type { Binding, Handler, HandlerContext } from './endpoint-handler.ts'
import { toNormalForm } from './normal-form.ts'
import type { ReadCache } from './read-cache.ts'

export type ReadOptions = {
  /** All bindings of the application, which exist when the first read is made. */
  findBindings(): readonly Binding[]
  db: Db
  clock: () => Date
  /** Caches the reads that are the same for every visitor. */
  cache?: ReadCache
  /** Bounds the reads that are not cached. */
  guard?: GuardRead
}

/** Called with what each response depends on, before it is read. */
type OnRead = (tags: readonly CacheTag[]) => void

/** Creates a read that reports what it depends on to `onRead`. */
export type ReadWith = (onRead?: OnRead) => Read

/** Calls public reads without HTTP, for rendering. The input is typed, so it is not parsed again. */
export function createReads({ findBindings, db, clock, cache, guard = (run) => run() }: ReadOptions): ReadWith {
  let handlers: Map<Endpoint, Handler<Endpoint>> | undefined

  async function call(endpoint: Endpoint, handler: Handler<Endpoint>, input: object): Promise<unknown> {
    const context = { params: {}, query: {}, ...input, db, now: clock().toISOString() } as HandlerContext<Endpoint>
    const reply = await handler(context)
    if (!reply) return undefined
    if ('chunks' in reply) throw new Error(`${endpoint.path} is a download`)
    const isList = endpoint.method === 'GET' && endpoint.list
    return isList ? { items: reply.body, total: reply.total ?? 0 } : reply.body
  }

  return (onRead) => {
    const read = async (endpoint: Endpoint, given: { query?: object } = {}): Promise<unknown> => {
      const input = toNormalForm(given)
      handlers ??= publicReads(findBindings())
      const handler = handlers.get(endpoint)
      if (!handler || endpoint.method !== 'GET' || !endpoint.dependsOn)
        throw new Error(`${endpoint.path} is not a public read that declares what it depends on`)
      onRead?.(endpoint.dependsOn)
      const isCacheable = endpoint.cacheable && endpoint.caches?.(input.query ?? {}) !== false
      if (!cache || !isCacheable) return guard(() => call(endpoint, handler, input))
      const key = `${endpoint.path} ${JSON.stringify(input)}`
      return cache.get(key, endpoint.dependsOn, () => call(endpoint, handler, input))
    }
    return read as Read
  }
}

function publicReads(bindings: readonly Binding[]): Map<Endpoint, Handler<Endpoint>> {
  const reads = bindings.filter(
    ({ endpoint }) => endpoint.method === 'GET' && endpoint.access === 'public' && endpoint.dependsOn,
  )
  return new Map(reads.map(({ endpoint, handler }) => [endpoint, handler as Handler<Endpoint>]))
}
