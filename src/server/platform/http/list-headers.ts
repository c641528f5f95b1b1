import type { Context } from 'hono'

type ListPage = { total: number; page: number; limit: number }

/** `X-Total-Count`, and `Link` (RFC 8288) to the pages before and after this one. */
export function listHeaders(c: Context, { total, page, limit }: ListPage): Record<string, string> {
  const links: string[] = []
  if (page > 1) links.push(`<${pageAddress(c, page - 1, limit)}>; rel="prev"`)
  if (page * limit < total) links.push(`<${pageAddress(c, page + 1, limit)}>; rel="next"`)
  return { 'x-total-count': String(total), ...(links.length > 0 ? { link: links.join(', ') } : {}) }
}

function pageAddress(c: Context, page: number, limit: number): string {
  const query = new URLSearchParams(c.req.query())
  query.set('page', String(page))
  query.set('limit', String(limit))
  return `${c.req.path}?${query}`
}
