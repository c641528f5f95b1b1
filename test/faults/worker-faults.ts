import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { childrenOf, holdsListener } from '../processes.ts'
import type { Scenario } from './checks.ts'
import { type SiteUnderTest, startSiteUnderTest } from './site.ts'

const ROUNDS = 8
const READERS = 12
const PROCESSES = 3
/** Milliseconds after which a request counts as hung: longer than the five seconds after which a paused worker is killed. */
const HUNG_AFTER_MS = 10_000

type Outcome = 'served' | 'hung' | 'refused' | 'reset' | 'other'

/** Kills a worker repeatedly, then pauses one, while readers open a connection for each request. */
export async function faultWorkers({ dataDir, databaseUrl, checks: { expectTrue } }: Scenario): Promise<void> {
  const site = await startSiteUnderTest({ dataDir, databaseUrl, env: { WEB_CONCURRENCY: String(PROCESSES) } })
  try {
    await untilComplete(site)
    const killed = await readDuring(site, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        await sleep(1000)
        const victim = workersOf(site)[round % PROCESSES]!
        process.kill(victim, 'SIGKILL')
        await untilComplete(site, victim)
      }
    })
    const pending = ROUNDS * READERS
    expectTrue(`${ROUNDS} killed workers: ${sentenceOf(killed)}`, killed.hung + killed.refused + killed.other === 0)
    expectTrue('only requests of the killed workers are reset', killed.reset <= pending)
    const paused = await readDuring(site, async () => {
      await sleep(500)
      process.kill(workersOf(site)[0]!, 'SIGSTOP')
      await sleep(9000)
    })
    expectTrue(`a paused worker: ${sentenceOf(paused)}`, paused.hung + paused.refused + paused.other === 0)
    expectTrue('only requests that it had accepted are reset', paused.reset <= READERS)
  } finally {
    await site.stop()
  }
}

async function readDuring({ origin }: SiteUnderTest, act: () => Promise<void>): Promise<Record<Outcome, number>> {
  const outcomes = { served: 0, hung: 0, refused: 0, reset: 0, other: 0 }
  let isOver = false
  const readers = Array.from({ length: READERS }, async () => {
    while (!isOver) outcomes[await read(`${origin}/blog`)] += 1
  })
  await act()
  isOver = true
  await Promise.all(readers)
  return outcomes
}

function read(address: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const request = get(address, { agent: false }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode === 200 ? 'served' : 'other'))
      response.once('error', () => resolve('reset'))
    })
    const timer = setTimeout(() => {
      resolve('hung')
      request.destroy()
    }, HUNG_AFTER_MS)
    request.once('close', () => clearTimeout(timer))
    request.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'refused' : error.code === 'ECONNRESET' ? 'reset' : 'other'),
    )
  })
}

function sentenceOf({ served, hung, refused, reset, other }: Record<Outcome, number>): string {
  return `${served} served, ${hung} hung, ${refused} refused, ${reset} reset, ${other} with another error`
}

/** Until a dead worker is replaced and all accept connections. */
async function untilComplete(site: SiteUnderTest, dead?: number): Promise<void> {
  while (workersOf(site).filter((pid) => pid !== dead).length < PROCESSES) await sleep(20)
}

/** The workers that accept connections. */
function workersOf(site: SiteUnderTest): number[] {
  const port = Number(new URL(site.origin).port)
  return childrenOf(site.pid()).filter((pid) => holdsListener(pid, port))
}
