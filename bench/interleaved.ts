import type { Load } from './load-options.ts'
import { send } from './processes.ts'

const isQuick = process.argv.includes('--quick')
/** Restarts of both sides: the memory layout of a process changes its speed by 10% and more. */
export const STARTS = 3
/** Bursts per side after each start, without the warm-up. */
export const ROUNDS = isQuick ? 1 : 2
/** In seconds. */
export const BURST = isQuick ? 1 : 2
export const CONNECTIONS = 32

/** Request headers of a browser. */
export const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** Requests per second of both sides, and latencies of the first in milliseconds. */
export type Pair = { own: number; other: number; p50: number; p99: number }

/** Alternates bursts between both sides, so that a slow moment of the machine affects both. */
export async function measureInterleaved(name: string, load: Load, otherLoad: Load): Promise<Pair[]> {
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

/** Medians of pairs; `ratio` is the median of the pairs' ratios. */
export function medianOf(pairs: Pair[]): Pair & { ratio: number } {
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
