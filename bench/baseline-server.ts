/**
 * The baseline: a `node:http` server that sends responses from memory. `process.argv[2]` names a JSON file of responses
 * by path. Prints its port. WEB_CONCURRENCY is the number of processes. BENCH_LOOPS is a number of loop iterations
 * before each response, which simulates rendering.
 */
import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RecordedResponse = { status: number; headers: Record<string, string>; base64: string }

const loops = Number(process.env.BENCH_LOOPS ?? 0)
const count = Number(process.env.WEB_CONCURRENCY ?? 1)
if (count > 1 && cluster.isPrimary) shareOut()
else serve()

function shareOut(): void {
  cluster.schedulingPolicy = cluster.SCHED_NONE
  let listening = 0
  cluster.on('listening', (_, { port }) => {
    listening += 1
    if (listening === count) console.log(port)
  })
  for (let i = 0; i < count; i++) cluster.fork()
}

function serve(): void {
  const recorded = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Record<string, RecordedResponse>
  const answers = new Map(
    Object.entries(recorded).map(([address, { status, headers, base64 }]) => [
      address,
      { status, headers, bytes: Buffer.from(base64, 'base64') },
    ]),
  )
  const server = createServer((request, response) => {
    const answer = answers.get(request.url!)
    if (!answer) return void response.writeHead(404).end()
    work()
    response.writeHead(answer.status, answer.headers).end(answer.bytes)
  })
  server.listen(0, '127.0.0.1', () => {
    if (cluster.isPrimary) console.log((server.address() as AddressInfo).port)
  })
}

let sum = 0
function work(): void {
  for (let i = 0; i < loops; i++) sum = (sum * 31 + i) | 0
}
