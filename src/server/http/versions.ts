import type { Context } from 'hono'
import { badRequest } from './errors.ts'

/** The version of a row as an ETag. */
export const etagOf = ({ version }: { version: number }) => `"${version}"`

/** The version that `If-Match` names; undefined for none and for `*`. Throws 400 for what is no version. */
export function readIfMatch(c: Context): number | undefined {
  const header = c.req.header('if-match')
  if (header === undefined || header === '*') return undefined
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header.trim())?.[1]
  if (version === undefined) throw badRequest('If-Match names no version')
  return Number(version)
}
