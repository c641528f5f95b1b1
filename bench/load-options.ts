export type Load = {
  url: string
  headers?: Record<string, string>
  connections: number
  /** Of what counts, in seconds. */
  duration: number
  /** Requests per second in all, at an even pace; as many as can be without it. */
  rate?: number
  /** Each request from another address, behind a proxy. */
  isFromMany?: boolean
}

/** `p50` and `p99` in milliseconds; `answered` with the warming up. */
export type LoadResult = { requestsPerSecond: number; p50: number; p99: number; failures: number; answered: number }

/** The address of one of many readers behind a proxy, by the number of their request: no rate limit is met. */
export function forwardedFor(count: number): string {
  return `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`
}
