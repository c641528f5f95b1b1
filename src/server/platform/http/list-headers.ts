import type { Context } from 'hono'

/** `X-Total-Count`, and `Link` (RFC 8288) to the pages before and after this one. */
export function setListHeaders(
  c: Context,
  { total, page, limit }: { total: number; page: number; limit: number },
): void {
  c.header('x-total-count', String(total))
  const links: string[] = []
  if (page > 1) links.push(`<${pageAddress(c, page - 1, limit)}>; rel="prev"`)
  if (page * limit < total) links.push(`<${pageAddress(c, page + 1, limit)}>; rel="next"`)
  if (links.length > 0) c.header('link', links.join(', '))
}

function pageAddress(c: Context, page: number, limit: number): string {
  const query = new URLSearchParams(c.req.query())
  query.set('page', String(page))
  query.set('limit', String(limit))
  return `${c.req.path}?${query}`
}
