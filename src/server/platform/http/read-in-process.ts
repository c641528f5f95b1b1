import type { CacheTag, Endpoint, Read } from '../../../contract/platform/endpoint.ts'
import type { Db } from '../db/schema.ts'
import type { GuardRead } from '../health/database-watch.ts'
import type { Binding, Handler, HandlerContext } from './endpoint-handler.ts'
import { toNormalForm } from './normal-form.ts'
import type { ReadCache } from './read-cache.ts'

export type ReadOptions = {
  db: Db
  clock: () => Date
  /** For the reads that are the same for every visitor. */
  cache?: ReadCache
  /** Bounds the reads that are not cached. */
  guard?: GuardRead
}

/** Called with what each response depends on, before it is read. */
export type OnRead = (tags: readonly CacheTag[]) => void

/** Calls public reads without HTTP, for rendering. The input is typed, so it is not parsed again. */
export function createReads(
  bindings: readonly Binding[],
  { db, clock, cache, guard = (run) => run() }: ReadOptions,
): (onRead?: OnRead) => Read {
  const handlers = new Map<Endpoint, Handler<Endpoint>>()
  for (const { endpoint, handler } of bindings)
    if (endpoint.method === 'GET' && endpoint.access === 'public' && endpoint.dependsOn)
      handlers.set(endpoint, handler as Handler<Endpoint>)

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
