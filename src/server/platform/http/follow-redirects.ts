import type { GuardedRequest, GuardedResponse } from './guarded-request.ts'

const REDIRECTS_MAX = 5

/** Requests an address and what it redirects to; `response` is undefined after too many redirects. Rejects like the request. */
export async function followRedirects(
  request: GuardedRequest,
  url: string,
  options: Parameters<GuardedRequest>[1],
): Promise<{ response: GuardedResponse | undefined; address: string }> {
  let address = url
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const response = await request(address, options)
    const { location } = response.headers
    if (response.status < 300 || response.status > 399 || !location || !URL.canParse(location, address))
      return { response, address }
    address = new URL(location, address).href
  }
  return { response: undefined, address }
}
