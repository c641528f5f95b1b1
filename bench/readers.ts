import { readFileSync } from 'node:fs'
import { browser } from './interleaved.ts'
import { type Running, send } from './processes.ts'

/** Requests a second of the readers, and of how many seconds one measurement consists. */
const READERS = 100
const BURST_S = 2

/** The latencies of one burst in milliseconds, in ascending order. */
export type Read = readonly number[]

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
    const { times = [], failures } = await send(load)
    if (failures > 0) throw new Error(`${failures} requests of readers failed`)
    reads.push(times)
  }
  await acting
  return reads
}

/** The p50 and the p99 of all requests, and the worst p99 of a burst, in milliseconds. */
export function latency(reads: readonly Read[]): string {
  return [quantile(reads, 0.5), p99Of(reads), Math.max(...reads.map((read) => p99Of([read])))]
    .map((ms) => ms.toFixed(1))
    .join(' / ')
}

/** Of all requests, in milliseconds: a burst alone has so few that its p99 is that of two. */
export function p99Of(reads: readonly Read[]): number {
  return quantile(reads, 0.99)
}

function quantile(reads: readonly Read[], part: number): number {
  const times = reads.flat().toSorted((a, b) => a - b)
  return times[Math.floor(times.length * part)] ?? 0
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
