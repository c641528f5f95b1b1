import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { isUniqueViolation } from '../db/errors.ts'
import { createIdempotencyKey, findIdempotencyKey, saveResponse } from '../db/idempotency-keys.ts'
import { runTransaction } from '../db/retries.ts'
import type { Db } from '../db/schema.ts'
import { badRequest, HttpError } from './errors.ts'

export type JsonResponse = { status: ContentfulStatusCode; body: unknown }

/**
 * Runs a write in one transaction with its `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): a repeated key
 * acts once and replays the first response, even if both requests arrive together or the process crashes between them.
 * Throws 422 for a key that belongs to another request.
 */
export async function idempotent(
  c: Context,
  db: Db,
  input: unknown,
  write: (db: Db) => Promise<JsonResponse>,
): Promise<Response> {
  const used = readIdempotencyKey(c, input)
  if (!used) return respond(c, await runTransaction(db, write))
  const { key, requestHash } = used
  const findReplay = () => findIdempotencyKey(db, key).then((row) => row && replay(c, row, requestHash))
  const earlier = await findReplay()
  if (earlier) return earlier
  try {
    const writeOnce = async (transaction: Db) => {
      await createIdempotencyKey(transaction, key, requestHash)
      const made = await write(transaction)
      await saveResponse(transaction, key, made.status, JSON.stringify(made.body))
      return made
    }
    const response = await runTransaction(db, writeOnce, { isIdempotent: true })
    return respond(c, response)
  } catch (error) {
    // The other of two simultaneous requests has committed, or an earlier attempt that was not confirmed.
    const first = isUniqueViolation(error) ? await findReplay() : undefined
    if (first) return first
    throw error
  }
}

/** The response of an earlier request with the same key, for checks that come before the transaction. Throws as above. */
export async function findReplay(c: Context, db: Db, input: unknown): Promise<Response | undefined> {
  const used = readIdempotencyKey(c, input)
  const row = used && (await findIdempotencyKey(db, used.key))
  return row && replay(c, row, used.requestHash)
}

/** The key with a hash of the request; undefined without a key. Throws 400 for a malformed one. */
export function readIdempotencyKey(c: Context, input: unknown): { key: string; requestHash: string } | undefined {
  const key = c.req.header('idempotency-key')
  if (key === undefined) return undefined
  if (!/^[\x21-\x7e]{8,128}$/.test(key))
    throw badRequest('The Idempotency-Key is not right: 8 to 128 visible characters')
  const requestHash = createHash('sha256')
    .update(`${c.req.method} ${c.req.path} ${JSON.stringify(input)}`)
    .digest('hex')
  return { key, requestHash }
}

/** The stored response. Throws 422 if the key belongs to another request. */
export function replay(
  c: Context,
  row: { request_hash: string; status: number; body: string },
  requestHash: string,
): Response {
  if (row.request_hash !== requestHash) throw new HttpError(422, 'This Idempotency-Key belongs to another request')
  return c.body(row.body, row.status as ContentfulStatusCode, {
    'content-type': 'application/json',
    'idempotent-replayed': 'true',
  })
}

function respond(c: Context, { status, body }: JsonResponse): Response {
  return c.json(body as object, status)
}
