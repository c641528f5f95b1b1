import { once } from 'node:events'
import { ServerResponse } from 'node:http'
import type { Context } from 'hono'

/** A body that is read while it is sent. */
export type Download = {
  chunks: AsyncIterable<string | Uint8Array<ArrayBuffer>>
  headers: Record<string, string>
  /** Its name, for the audit trail. */
  subject?: string
}

/**
 * Sends a download chunk by chunk, at the pace of its reader, and stops reading when the client has gone. The first chunk
 * is awaited, so that an error before it is an ordinary response. After a later one, which `onFailure` is called with, the
 * connection is aborted: the client must not take a part of the file for all of it.
 */
export async function sendDownload(
  c: Context,
  { chunks, headers }: Download,
  onFailure: (error: unknown) => void,
): Promise<Response> {
  if (c.req.method === 'HEAD') return c.body(null, 200, headers)
  const iterator = chunks[Symbol.asyncIterator]()
  let next: Promise<IteratorResult<string | Uint8Array<ArrayBuffer>>> | undefined = Promise.resolve(
    await iterator.next(),
  )
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const { done, value } = await (next ?? iterator.next())
          next = undefined
          if (done) controller.close()
          else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
        } catch (error) {
          onFailure(error)
          await abortConnection(c)
          throw error
        }
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
  return c.body(body, 200, headers)
}

/** Waits for the end of the connection, so that the adapter cancels the stream instead of reporting its error again. */
async function abortConnection(c: Context): Promise<void> {
  const response: unknown = c.env?.outgoing
  if (!(response instanceof ServerResponse)) return
  const closed = once(response, 'close')
  response.destroy()
  await closed
}
