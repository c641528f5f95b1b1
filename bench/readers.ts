import { readFileSync } from 'node:fs'
import { browser } from './interleaved.ts'
import { type Running, send } from './processes.ts'

/** Requests a second of the readers, and of how many seconds one measurement consists. */
const READERS = 100
const BURST_S = 2

/** In milliseconds. */
export type Read = { p50: number; p99: number }

/** Latencies of cached pages while `act` runs, in bursts. */
export async function readWhile(site: Running, act: () => Promise<unknown>): Promise<Read[]> {
  const reads: Read[] = []
  let isOver = false
  const acting = act().finally(() => {
    isOver = true
  })
  acting.catch(() => {})
  while (!isOver) {
    const load = { url: `${site.origin}/`, headers: browser, connections: 16, duration: BURST_S, rate: READERS }
    const { p50, p99, failures } = await send(load)
    if (failures > 0) throw new Error(`${failures} requests of readers failed`)
    reads.push({ p50, p99 })
  }
  await acting
  return reads
}

/** The median p50, the median p99 and the worst p99 of all bursts, in milliseconds. */
export function latency(reads: readonly Read[]): string {
  const all = (key: keyof Read) => reads.map((read) => read[key])
  return [middle(all('p50')), middle(all('p99')), Math.max(...all('p99'))].map((ms) => ms.toFixed(1)).join(' / ')
}

export function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

/** Peak resident memory of a process in megabytes, on Linux; 0 elsewhere and for one that has ended. */
export function peakMemory(pid: number): number {
  try {
    return Math.round(Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}
