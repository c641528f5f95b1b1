export type Load = {
  /** `{n}` in the query is replaced by the request's number. */
  url: string
  headers?: Record<string, string>
  connections: number
  /** Without the warm-up, in seconds. */
  duration: number
  /** Total requests per second at a constant rate. Default: as fast as possible. */
  rate?: number
  /** Sends each request from a different IP address, behind a proxy. */
  isFromMany?: boolean
  /** Sends POST requests with this JSON instead; with `{n}` as in the URL. */
  body?: string
}

/** `p50` and `p99` in milliseconds; `responses` includes the warm-up. */
export type LoadResult = {
  requestsPerSecond: number
  p50: number
  p99: number
  failures: number
  responses: number
  /** With a rate, the latency of each request in milliseconds, in ascending order. */
  times?: number[]
}

/** The IP address for a request's number, of enough readers behind a proxy that no rate limit applies. */
export function forwardedFor(count: number): string {
  return `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`
}
