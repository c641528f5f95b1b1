import type { Load } from './load-options.ts'
import { send } from './processes.ts'

const isQuick = process.argv.includes('--quick')
/** How often both sides are started anew: where a process happens to lie in memory makes a tenth and more of its speed. */
export const STARTS = 3
/** How many bursts each side gets after a start, a first one to warm up left out. */
export const ROUNDS = isQuick ? 1 : 2
/** In seconds. */
export const BURST = isQuick ? 1 : 2
export const CONNECTIONS = 32

/** What a browser says that it takes. */
export const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** Requests per second of the one and of the other, and the times of the one in milliseconds. */
export type Pair = { own: number; other: number; p50: number; p99: number }

/** Bursts against one and the other in turns, so that a slow moment of the machine hits both. */
export async function inTurns(name: string, load: Load, otherLoad: Load): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const own = await send(load)
    const other = await send(otherLoad)
    if (own.failures > 0) throw new Error(`${name}: ${own.failures} requests failed`)
    // The first round warms up.
    if (round > 0)
      pairs.push({ own: own.requestsPerSecond, other: other.requestsPerSecond, p50: own.p50, p99: own.p99 })
  }
  return pairs
}

/** Medians of pairs; `ratio` is the median of their own ratios. */
export function middleOf(pairs: Pair[]): Pair & { ratio: number } {
  const at = (value: (pair: Pair) => number) => median(pairs.map(value))
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
