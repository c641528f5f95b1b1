import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { findUsedTabs, UsedTabs } from '../../contract/app/overview.ts'
import type { Endpoint } from '../../contract/platform/endpoint.ts'
import { SESSION_HINT } from '../accounts/auth/session-cookie.ts'
import type { VariantMaker } from '../content/images/image-variants.ts'
import { createCacheableResponses } from '../platform/delivery/cacheable-responses.ts'
import { createListener, type ListenerOptions } from '../platform/delivery/listener.ts'
import { createMediaServer } from '../platform/delivery/media-files.ts'

export type ListenerParts = Omit<ListenerOptions, 'app' | 'fetchApp' | 'findCacheable' | 'findUsedTabs' | 'media'> & {
  app: { fetch(request: Request): Response | Promise<Response> }
  /** All endpoints of the application. */
  endpoints: () => readonly Endpoint[]
  makeVariant: VariantMaker['make']
  /** Bytes of image files in memory at most. */
  maxMediaBytes?: number
}

/** The listener of node:http over an application. */
export function createSiteListener(parts: ListenerParts): RequestListener {
  const { app, endpoints, makeVariant, maxMediaBytes, headers, reportError } = parts
  return createListener({
    ...parts,
    app: getRequestListener(app.fetch),
    fetchApp: app.fetch,
    findCacheable: createCacheableResponses(endpoints()),
    findUsedTabs: (request, response) => readUsedTabs(app, request, response),
    media: createMediaServer({
      makeVariant,
      headers: headers.file,
      maxBytes: maxMediaBytes,
      onError: (error, context) => reportError(error, context, 'an image could not be served'),
    }),
  })
}

/** Through the application, which checks the session. Nothing without one or while the database is away: the browser requests both. */
async function readUsedTabs(
  app: ListenerParts['app'],
  { headers: { cookie } }: IncomingMessage,
  response: ServerResponse,
): Promise<UsedTabs | undefined> {
  if (!cookie?.includes(`${SESSION_HINT}=`)) return undefined
  const found = await app.fetch(new Request(`http://localhost/api${findUsedTabs.path}`, { headers: { cookie } }))
  const renewed = found.headers.getSetCookie()
  if (renewed.length > 0) response.setHeader('set-cookie', renewed)
  return found.status === 200 ? UsedTabs.parse(await found.json()) : undefined
}
