import type { Page } from '../../../contract/platform/paths.ts'
import type { Named } from '../db/soft-delete.ts'
import type { Saved } from '../db/versioned-rows.ts'

/** The response to a save; undefined, a 404, where the row was not there. */
export function savedReply<Row extends { name: string }>(
  noun: string,
  saved: Saved<Row> | undefined,
  isHidden: (row: Row) => boolean,
) {
  if (!saved) return undefined
  const { row, isStale } = saved
  if (!isStale) return { body: row, subject: row.name, removes: isHidden(row) }
  return { status: 409 as const, body: { message: `This ${noun} was saved elsewhere in the meantime`, current: row } }
}

/** Names in one entry of the audit trail. */
const NAMED_MAX = 20

/** The response to a change of several rows. */
export async function several(changed: Promise<Named[]>) {
  const rows = await changed
  return { body: { ids: rows.map(({ id }) => id) }, subject: subjectOf(rows.map(({ name }) => name)) }
}

/** Returns the first names and how many more there are. */
export function subjectOf(names: string[]): string[] {
  const more = names.length - NAMED_MAX
  return [...names.slice(0, NAMED_MAX), ...(more > 0 ? [`${more} more`] : [])]
}

/** The response to a change of one row; undefined, a 404, where it was not there. */
export async function one(changed: Promise<string | undefined | Named[]>) {
  const row = await changed
  const subject = Array.isArray(row) ? row[0]?.name : row
  return subject === undefined ? undefined : { body: {}, subject }
}

/** The response to a read of one page. */
export async function listed<Item>(page: Promise<Page<Item>>) {
  const { items, total } = await page
  return { body: items, total }
}

/** The response to a read of one thing; undefined, a 404, where it was not there. */
export async function found<Body>(read: Promise<Body | undefined>) {
  const body = await read
  return body === undefined ? undefined : { body }
}

/**
 * The response to a read by slug. Where an earlier slug has found the row, the response belongs to its current URL
 * (RFC 9110, 8.7), which is below `path` of the API.
 */
export async function foundAt<Body extends { slug: string }>(
  path: `/${string}`,
  slug: string,
  read: Promise<Body | undefined>,
) {
  const body = await read
  if (!body) return undefined
  const isMoved = body.slug !== slug
  const headers = isMoved ? { 'content-location': `/api${path}/${encodeURIComponent(body.slug)}` } : undefined
  return { body, headers }
}
