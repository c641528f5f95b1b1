import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Lowers the priority of this process. On Linux its threads leave one core to the site as well, and those that decode images run
 * only while a core is idle, since the kernel lets even a thread of low priority run for some milliseconds before it is
 * preempted. The main thread is not among the latter: it holds locks of the database, also on a busy machine.
 */
export async function lowerPriority(): Promise<void> {
  if (process.platform !== 'linux') return setPriority(process.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  // Its first use starts the thread pool of libuv.
  await stat('/proc/self')
  const threads = readdirSync('/proc/self/task')
  // Linux has a priority for each thread, which those that it starts later inherit, as they do what follows.
  for (const id of threads) setPriority(Number(id), constants.priority.PRIORITY_BELOW_NORMAL)
  const pool = threads.filter((id) => nameOf(id) === 'libuv-worker')
  const others = coresOf(readFileSync('/proc/self/status', 'utf8')).slice(1).join(',')
  const commands = pool.map((id) => ['chrt', '-i', '-p', '0', id])
  if (others) commands.push(['taskset', '-a', '-c', '-p', others, String(process.pid)])
  // Without these programs of util-linux only the nice value is lower.
  await Promise.allSettled(commands.map(([program, ...args]) => run(program!, args)))
}

function nameOf(thread: string): string {
  return readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim()
}

/** The cores that the process may use, from lines like `Cpus_allowed_list: 0-3,6` (proc(5)). */
function coresOf(status: string): number[] {
  const ranges = /^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1]?.split(',') ?? []
  return ranges.flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number) as [number, number?]
    return Array.from({ length: last! - first + 1 }, (_, at) => first + at)
  })
}
