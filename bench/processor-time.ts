import { readFileSync } from 'node:fs'

/** Kernel clock ticks per second, as Linux reports them to user space on every architecture. */
const TICKS = 100

/** CPU time of a process and its children so far, ended ones included, in seconds. NaN without /proc. */
export function processorTime(pid: number): number {
  try {
    // The name, in parentheses, may contain spaces. Fields 14 to 17 are user and system time of the process, then of its
    // ended children (proc(5)).
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ')
    const own = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / TICKS
    return childrenOf(pid).reduce((sum, child) => sum + processorTime(child), own)
  } catch {
    return Number.NaN
  }
}

/** The processes that the main thread of a process has started; none without /proc. */
export function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
