import type { CacheTag, Endpoint, Read } from '../../../contract/endpoint.ts'
import type { Db } from '../db/schema.ts'
import type { Binding, Handler, HandlerContext } from './endpoint-handler.ts'

export type ReadOptions = {
  db: Db
  clock: () => Date
  /** Called with what each response depends on, before it is read. */
  onRead?: (tags: readonly CacheTag[]) => void
}

/** Calls public reads without HTTP, for rendering. The input is typed, so it is not parsed again. */
export function createRead(bindings: readonly Binding[], { db, clock, onRead }: ReadOptions): Read {
  const handlers = new Map<Endpoint, Handler<Endpoint>>()
  for (const { endpoint, handler } of bindings)
    if (endpoint.method === 'GET' && endpoint.access === 'public' && endpoint.dependsOn)
      handlers.set(endpoint, handler as Handler<Endpoint>)

  const read = async (endpoint: Endpoint, input: object = {}): Promise<unknown> => {
    const handler = handlers.get(endpoint)
    if (!handler || endpoint.method !== 'GET' || !endpoint.dependsOn)
      throw new Error(`${endpoint.path} is not a public read that declares what it depends on`)
    onRead?.(endpoint.dependsOn)
    const context = { params: {}, query: {}, ...input, db, now: clock().toISOString() } as HandlerContext<Endpoint>
    const reply = await handler(context)
    if (!reply) return undefined
    if ('chunks' in reply) throw new Error(`${endpoint.path} is a download`)
    return endpoint.list ? { items: reply.body, total: reply.total ?? 0 } : reply.body
  }
  return read as Read
}
