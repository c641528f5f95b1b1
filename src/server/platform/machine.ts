import { availableParallelism, totalmem } from 'node:os'

export type Machine = {
  /** Cores that the process may use, with the quota of its cgroup. */
  cores: number
  /** Bytes of memory, with the limit of its cgroup. */
  memory: number
}

export function readMachine(): Machine {
  // Without a limit the system reports none or a number beyond the memory.
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY
  return { cores: availableParallelism(), memory: Math.min(limit, totalmem()) }
}

const MB = 1024 * 1024
/** The system, the primary process and one image that is decoded at a time for all processes take this much. */
const RESERVED = 640 * MB
/** A worker under load with its caches. */
const WORKER = 320 * MB
/** Below this size of a machine the page cache of each process is smaller. */
const SMALL = 1536 * MB

/** Default number of processes and size of the page cache of each. */
export function sizeFor({ cores, memory }: Machine): { workers: number; pageCacheBytes: number } {
  const fitting = Math.floor((memory - RESERVED) / WORKER)
  return { workers: Math.max(1, Math.min(cores, fitting, 128)), pageCacheBytes: (memory < SMALL ? 32 : 64) * MB }
}
