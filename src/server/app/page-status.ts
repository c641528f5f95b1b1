import type { Renderer } from '../platform/delivery/renderer.ts'
import { policyOf } from '../platform/http/path-policy.ts'

/** The status of the response to a visitor who follows a link within the site. */
export type PageStatus = (path: string) => Promise<number>

/** Responses that need no row of the database. */
const fixed = new Set(['feed', 'health', 'share-image'])

export function createPageStatus(renderer: Renderer, origin: string): PageStatus {
  return async (path) => {
    const url = new URL(path, origin)
    const { handler, label } = policyOf(url.pathname)
    if (handler !== 'renderer') return fixed.has(label) ? 200 : 404
    return (await renderer.render(url)).status
  }
}
