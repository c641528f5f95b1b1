import { isBuiltInPage } from '../../../contract/content/built-in-pages.ts'
import { type PathPolicy, policyOf } from '../../platform/http/path-policy.ts'

/**
 * Whether `/{slug}` belongs to a route of the site or to the server. A built-in page does not clash: a page with its slug takes
 * its place. `claims` says whether the route table has the segment.
 */
export function isReservedSlug(slug: string, claims: (segment: string) => boolean): boolean {
  if (isBuiltInPage(slug)) return false
  const segment = slug.toLowerCase()
  const isServers = ({ handler, label }: PathPolicy) => handler !== 'renderer' || label !== 'page'
  return claims(segment) || [`/${segment}`, `/${segment}/x`].map(policyOf).some(isServers)
}
