import { readdirSync, readFileSync } from 'node:fs'

/** Processor time in seconds, and how often the thread was woken after it had waited. */
export type ThreadSample = { name: string; seconds: number; wakes: number }

/** Kernel clock ticks per second, as Linux reports them to user space on every architecture. */
const TICKS = 100

/** Reads the threads of processes by their id. A thread that ends meanwhile is left out. */
export function sampleThreads(pids: readonly number[]): Map<number, ThreadSample> {
  const samples = new Map<number, ThreadSample>()
  for (const pid of pids)
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const sample = sampleThread(`/proc/${pid}/task/${thread}`)
      if (sample) samples.set(Number(thread), sample)
    }
  return samples
}

function sampleThread(folder: string): ThreadSample | undefined {
  try {
    const status = readFileSync(`${folder}/status`, 'latin1')
    return {
      name: readFileSync(`${folder}/comm`, 'latin1').trim(),
      seconds: secondsOf(folder),
      // A thread that waits for a timer, a lock or input gives up the processor by itself.
      wakes: Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1]),
    }
  } catch {
    return undefined
  }
}

function secondsOf(folder: string): number {
  try {
    // Nanoseconds, where the kernel keeps them.
    return Number(readFileSync(`${folder}/schedstat`, 'latin1').split(' ')[0]) / 1e9
  } catch {
    // The name, in parentheses, may contain spaces. Fields 14 and 15 are user and system time (proc(5)).
    const fields = readFileSync(`${folder}/stat`, 'latin1').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) / TICKS
  }
}

/** What the threads of the first sample did until the second, summed by name. */
export function threadsBetween(before: Map<number, ThreadSample>, after: Map<number, ThreadSample>): ThreadSample[] {
  const byName = new Map<string, ThreadSample>()
  for (const [thread, { name, seconds, wakes }] of after) {
    const first = before.get(thread) ?? { seconds: 0, wakes: 0 }
    const sum = byName.get(name) ?? { name, seconds: 0, wakes: 0 }
    sum.seconds += seconds - first.seconds
    sum.wakes += wakes - first.wakes
    byName.set(name, sum)
  }
  return [...byName.values()].toSorted((a, b) => b.wakes - a.wakes)
}
