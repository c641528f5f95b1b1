import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { BODY_MAX } from '../../../contract/platform/limits.ts'
import { badRequest, HttpError } from './errors.ts'
import { toNormalForm } from './normal-form.ts'

/** Parses the query string with `schema`. Throws 400 with the first message. */
export function readQuery<Schema extends z.ZodMiniType>(c: Context, schema: Schema): z.output<Schema> {
  return parse(schema, toNormalForm(c.req.query()), 'The address is not right')
}

/** Parses a path parameter. Throws 404 with `message` for an invalid value. */
export function readParam<Schema extends z.ZodMiniType>(
  c: Context,
  name: string,
  schema: Schema,
  message: string,
): z.output<Schema> {
  const result = schema.safeParse(toNormalForm(c.req.param(name)))
  if (!result.success) throw new HttpError(404, message)
  return result.data
}

/** Reads a JSON body of at most `maxBytes` as `schema`, whose fields decide on the Unicode form. Throws 415, 413 or 400, always with a sentence. */
export async function readBody<Schema extends z.ZodMiniType>(
  c: Context,
  schema: Schema,
  maxBytes = BODY_MAX,
): Promise<z.output<Schema>> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
    throw new HttpError(415, 'Please send JSON (content type application/json)')
  }
  let payload: unknown
  try {
    payload = JSON.parse(await readText(c, maxBytes))
  } catch (error) {
    if (error instanceof HttpError) throw error
    throw badRequest('The body is not valid JSON')
  }
  return parse(schema, payload, 'Invalid input')
}

/** Reads a form that was sent without JavaScript, as flat texts. Throws 415 or 413. */
export async function readForm(c: Context): Promise<Record<string, string>> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')) {
    throw new HttpError(415, 'Please send a form (content type application/x-www-form-urlencoded)')
  }
  return toNormalForm(Object.fromEntries(new URLSearchParams(await readText(c, BODY_MAX))))
}

/** The issues of a failed parse, one per invalid field. */
export function issuesOf(error: {
  issues: { path: PropertyKey[]; message: string }[]
}): { path: string; message: string }[] {
  return error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
}

/** Checks fields against `schema`. Throws 400 with the first message, or `fallback` where that is empty. */
export function parse<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  fallback: string,
): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues = issuesOf(result.error)
  throw badRequest(issues[0]?.message || fallback, issues)
}

/** Reads at most `maxBytes`, whatever the length header claims. */
export async function readText(c: Context, maxBytes: number): Promise<string> {
  const tooLarge = () =>
    new HttpError(413, `Please send at most ${maxBytes / 1024} kB`, { headers: { connection: 'close' } })
  const length = c.req.header('content-length')
  if (Number(length ?? 0) > maxBytes) throw tooLarge()
  // node:http enforces content-length, so such a body need not be counted.
  if (length !== undefined && c.req.header('transfer-encoding') === undefined && c.env?.incoming?.socket)
    return c.req.raw.text()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
