import type { Load } from './load-options.ts'
import { send } from './processes.ts'

const isQuick = process.argv.includes('--quick')
/** How many bursts each side gets, a first one to warm up left out. */
export const ROUNDS = isQuick ? 3 : 5
/** In seconds. */
export const BURST = isQuick ? 1 : 2
export const CONNECTIONS = 32

/** What a browser says that it takes. */
export const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** Medians of bursts against one and the other in turns; `ratio` is the median of the pairs' own. */
export async function inTurns(name: string, load: Load, otherLoad: Load) {
  const pairs: { own: number; other: number; p50: number; p99: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const own = await send(load)
    const other = await send(otherLoad)
    if (own.failures > 0) throw new Error(`${name}: ${own.failures} requests failed`)
    // The first round warms up.
    if (round > 0)
      pairs.push({ own: own.requestsPerSecond, other: other.requestsPerSecond, p50: own.p50, p99: own.p99 })
  }
  const at = (value: (pair: (typeof pairs)[number]) => number) => median(pairs.map(value))
  return {
    own: at((pair) => pair.own),
    other: at((pair) => pair.other),
    ratio: at((pair) => pair.own / pair.other),
    p50: at((pair) => pair.p50),
    p99: at((pair) => pair.p99),
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
