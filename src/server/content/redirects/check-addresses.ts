import { numberedAddress, redirectAddress } from '../../../contract/content/redirect-address.ts'
import type { RedirectInput } from '../../../contract/content/redirects.ts'
import { Rejection } from '../../platform/db/rejection.ts'
import { policyOf } from '../../platform/http/path-policy.ts'

export type AddressRules = {
  /** The URL of the site. */
  origin: string
  /** The status of a page of the site. */
  pageStatus(path: string): Promise<number>
}

/** The addresses in their stored form, after the rules that depend on no other redirect. Throws a `Rejection`. */
export async function checkAddresses(
  input: RedirectInput,
  { origin, pageStatus }: AddressRules,
): Promise<RedirectInput> {
  const url = new URL(input.from, origin)
  if (url.host !== new URL(origin).host) throw new Rejection('Only addresses of this site can be redirected.', 'from')
  const from = redirectAddress(url)
  if (from === undefined) throw new Rejection('This address is not right.', 'from')
  const target = new URL(input.to, origin)
  const isOwn = target.origin === new URL(origin).origin
  const to = isOwn ? target.pathname.replace(/(?!^)\/$/, '') + target.search + target.hash : input.to
  if (isOwn && redirectAddress(target) === from) throw new Rejection('An address cannot lead to itself.', 'to')
  const { handler, headers } = policyOf(url.pathname)
  if (handler !== 'renderer' || headers === 'owner')
    throw new Rejection('The site needs this address itself, so it cannot be redirected.', 'from')
  if (numberedAddress(url) === undefined && (await pageStatus(from)) === 200)
    throw new Rejection('A page of your site has this address, so readers would never be redirected.', 'from')
  return { from, to }
}
