import type { Context, MiddlewareHandler } from 'hono'
import { unsubscribePath } from '../../../contract/audience/unsubscribe-url.ts'
import { HttpError } from './errors.ts'

/**
 * Rejects cross-site writes (CSRF). Browsers send `Sec-Fetch-Site`, older ones `Origin`; other clients send neither, and
 * no visitor's cookie.
 */
export const sameOrigin: MiddlewareHandler = async (c, next) => {
  if (['GET', 'HEAD', 'OPTIONS'].includes(c.req.method) || isOneClick(c)) return next()
  const site = c.req.header('sec-fetch-site')
  const origin = c.req.header('origin')
  const isForeign =
    site !== undefined
      ? site !== 'same-origin' && site !== 'none'
      : origin !== undefined && !isHost(origin, c.req.header('host'))
  if (isForeign) throw new HttpError(403, 'This request came from another site')
  return next()
}

/** A webmail may send RFC 8058's request from the browser. Its token is the authority, and no cookie is read. */
function isOneClick({ req }: Context): boolean {
  return req.method === 'POST' && req.path === unsubscribePath && req.query('token') !== undefined
}

function isHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host
}
