import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Endpoint } from '../../contract/platform/endpoint.ts'
import type { VariantMaker } from '../content/images/image-variants.ts'
import { createCacheableResponses } from '../platform/delivery/cacheable-responses.ts'
import { createListener, type ListenerOptions } from '../platform/delivery/listener.ts'
import { createMediaServer } from '../platform/delivery/media-files.ts'

export type ListenerParts = Omit<ListenerOptions, 'app' | 'fetchApp' | 'findCacheable' | 'media'> & {
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
    media: createMediaServer({
      makeVariant,
      headers: headers.file,
      maxBytes: maxMediaBytes,
      onError: (error, context) => reportError(error, context, 'an image could not be served'),
    }),
  })
}
