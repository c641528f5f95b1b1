/** Sends load from a process of its own, so that what is measured has a core for itself. Prints one JSON line. */
import autocannon from 'autocannon'

export type Load = {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  connections: number
  /** In seconds. */
  duration: number
  /** Requests per second in all; as many as can be without it. */
  rate?: number
}

export type LoadResult = { requestsPerSecond: number; p50: number; p99: number; failures: number }

const load = JSON.parse(process.argv[2]!) as Load
const result = await autocannon({
  url: load.url,
  method: load.method ?? 'GET',
  headers: load.headers,
  body: load.body,
  connections: load.connections,
  duration: load.duration,
  ...(load.rate ? { overallRate: load.rate } : {}),
})
const answer: LoadResult = {
  requestsPerSecond: result.requests.average,
  p50: result.latency.p50,
  p99: result.latency.p99,
  failures: result.errors + result.timeouts + result['4xx'] + result['5xx'],
}
process.stdout.write(`${JSON.stringify(answer)}\n`)
