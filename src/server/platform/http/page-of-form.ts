import type { Context } from 'hono'

/** A longer path is that of no page with a form. */
const PATH_MAX = 500

/** The path of the page of this site that a request comes from, without its parameters; null if the browser does not say. */
export function pageOf(c: Context, origin: string): string | null {
  const referer = c.req.header('referer') ?? ''
  if (!URL.canParse(referer)) return null
  const page = new URL(referer)
  return page.origin === origin && page.pathname.length <= PATH_MAX ? page.pathname : null
}
