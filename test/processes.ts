import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** The child processes of a process. */
export function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.trim().split(' ').filter(Boolean).map(Number)
}

/** A process and all that it started, directly or not. */
export function treeOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(treeOf)]
}

/** Whether a process runs; one that has ended and waits for its parent does not. */
export function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}

/** Whether a process has the socket open that listens on a port of 127.0.0.1. */
export function holdsListener(pid: number, port: number): boolean {
  const inode = listenerOf(port)
  return inode !== undefined && filesOf(pid).includes(`socket:[${inode}]`)
}

const LISTENING = '0A'

function listenerOf(port: number): string | undefined {
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1)
  const fields = lines.map((line) => line.trim().split(/\s+/))
  return fields.find(([, near, , state]) => near === local && state === LISTENING)?.[9]
}

function filesOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(pid, fd))
  } catch {
    // It has ended.
    return []
  }
}

function linkOf(pid: number, fd: string): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/${fd}`)
  } catch {
    // Closed since the folder was read.
    return ''
  }
}

/** Megabytes of a process: all its pages, and with shared pages divided among the processes that share them. */
export function memoryOf(pid: number): { rss: number; pss: number } {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / 1024
  return { rss: megabytes('Rss'), pss: megabytes('Pss') }
}
