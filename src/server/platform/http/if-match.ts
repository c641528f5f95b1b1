import type { Context } from 'hono'
import { badRequest } from './errors.ts'

/** The version that `If-Match` names (RFC 9110, 13.1.1); undefined for none and for `*`. Throws 400 for a malformed one. */
export function readIfMatch(c: Context): number | undefined {
  const header = c.req.header('if-match')?.trim()
  if (header === undefined || header === '*') return undefined
  const [, version] = /^(?:W\/)?"(\d{1,9})"$/.exec(header) ?? []
  if (version === undefined) throw badRequest('If-Match names no version')
  return Number(version)
}

/** A version as an ETag. */
export const etagOf = (version: number): string => `"${version}"`
