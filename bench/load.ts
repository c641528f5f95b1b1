/** Sends load from a process of its own, so that what is measured has a core for itself. Prints one JSON line. */
import autocannon from 'autocannon'
import { forwardedFor, type Load, type LoadResult } from './load-options.ts'
import { sendPaced } from './paced-load.ts'

const load = JSON.parse(process.argv[2]!) as Load
const { rate } = load
const answer = rate ? await sendPaced({ ...load, rate }) : await sendAll(load)
process.stdout.write(`${JSON.stringify(answer)}\n`, () => process.exit())

async function sendAll({ url, headers, connections, duration, isFromMany }: Load): Promise<LoadResult> {
  let count = 0
  const setupRequest = (request: autocannon.Request) => ({
    ...request,
    headers: { ...request.headers, 'x-forwarded-for': forwardedFor(++count) },
  })
  const requests = isFromMany ? [{ setupRequest }] : undefined
  const result = await autocannon({ url, headers, connections, duration, ...(requests ? { requests } : {}) })
  return {
    requestsPerSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.errors + result.timeouts + result['4xx'] + result['5xx'],
  }
}
