import { readFileSync } from 'node:fs'

/** Ticks of the kernel in a second, as Linux counts them for programs on every machine. */
const TICKS = 100

/** What a process and those that it started have used of the processor so far, in seconds; not a number where there is no /proc. */
export function processorTime(pid: number): number {
  try {
    // The name, in parentheses, may hold spaces. 14 and 15 are user and system time (proc(5)).
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ')
    const own = (Number(fields[11]) + Number(fields[12])) / TICKS
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean)
    return children.reduce((sum, child) => sum + processorTime(Number(child)), own)
  } catch {
    return Number.NaN
  }
}
