import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Endpoint } from '../../contract/platform/endpoint.ts'
import type { VariantMaker } from '../content/images/image-variants.ts'
import { createCacheableResponses } from '../platform/delivery/cacheable-responses.ts'
import { createListener, type ListenerOptions } from '../platform/delivery/listener.ts'
import { createMediaServer } from '../platform/delivery/media-files.ts'
import type { Renderer } from '../platform/delivery/renderer.ts'
import type { ReportError } from '../platform/http/error-report.ts'

export type ListenerParts = Omit<
  ListenerOptions,
  'renderer' | 'app' | 'fetchApp' | 'findCacheable' | 'media' | 'reportError'
> & {
  app: {
    fetch(request: Request): Response | Promise<Response>
    renderer: Renderer
    endpoints: readonly Endpoint[]
    reportError: ReportError
  }
  variants: VariantMaker
  /** Bytes of image files in memory at most. */
  maxMediaBytes?: number
}

/** The listener of node:http over an application. */
export function createSiteListener({ app, variants, maxMediaBytes, ...parts }: ListenerParts): RequestListener {
  return createListener({
    ...parts,
    renderer: app.renderer,
    reportError: app.reportError,
    app: getRequestListener(app.fetch),
    fetchApp: app.fetch,
    findCacheable: createCacheableResponses(app.endpoints),
    media: createMediaServer({
      makeVariant: variants.make,
      headers: parts.headers.data,
      maxBytes: maxMediaBytes,
      onError: (error, context) => app.reportError(error, context, 'an image could not be served'),
    }),
  })
}
