import type { Page } from '../../../contract/platform/paths.ts'
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

/** The response to a change of several rows, by their names. */
export async function several(changed: Promise<string[]>) {
  return { body: {}, subject: await changed }
}

/** The response to a change of one row; undefined, a 404, where it was not there. */
export async function one(changed: Promise<string | string[] | undefined>) {
  const subject = await changed
  const isMissing = subject === undefined || (Array.isArray(subject) && subject.length === 0)
  return isMissing ? undefined : { body: {}, subject }
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
