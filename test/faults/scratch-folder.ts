import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const PREFIX = 'dewlight-faults-'
/** Contains the process id of the folder's owner, and when it was started. */
const OWNER = 'owner.pid'

/**
 * A temporary folder, deleted with its mounts when this program exits, also by a signal. Also cleans up after earlier runs
 * that were killed: their mounts, folders and running sites.
 */
export function makeScratchFolder(): string {
  for (const name of readdirSync(tmpdir())) if (name.startsWith(PREFIX)) removeLeftover(path.join(tmpdir(), name))
  const folder = mkdtempSync(path.join(tmpdir(), PREFIX))
  writeFileSync(path.join(folder, OWNER), `${process.pid} ${startTimeOf(process.pid)}`)
  // Runs after the handlers of the processes in it, which are prepended.
  process.on('exit', () => removeScratchFolder(folder))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
  return folder
}

function removeScratchFolder(folder: string): void {
  for (const mounted of mountsBelow(folder)) spawnSync('umount', ['-l', mounted])
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function removeLeftover(folder: string): void {
  const [owner, startTime] = read(path.join(folder, OWNER))?.split(' ') ?? []
  // The process id may have been reused by an unrelated program.
  if (owner && startTime && startTimeOf(Number(owner)) === startTime) return
  for (const site of sitesOn(folder)) {
    console.log(`A site of an earlier run still runs on ${path.basename(folder)} and is ended.`)
    process.kill(site, 'SIGKILL')
  }
  removeScratchFolder(folder)
  console.log(`What an earlier run left in ${path.basename(folder)} is removed.`)
}

/** Field 22 of `/proc/<pid>/stat`; undefined for a process that does not exist, and without `/proc`. */
function startTimeOf(pid: number): string | undefined {
  const afterName = read(`/proc/${pid}/stat`)?.split(') ').at(-1)
  return afterName?.split(' ')[19]
}

/** The processes whose DATA_DIR is inside a folder. */
function sitesOn(folder: string): number[] {
  const numbers = readDir('/proc').filter((name) => /^\d+$/.test(name))
  return numbers
    .filter((number) =>
      read(`/proc/${number}/environ`)
        ?.split('\0')
        .some((entry) => entry.startsWith(`DATA_DIR=${folder}/`)),
    )
    .map(Number)
}

function mountsBelow(folder: string): string[] {
  const lines = (read('/proc/mounts') ?? '').split('\n')
  return lines.map((line) => line.split(' ')[1] ?? '').filter((place) => place.startsWith(`${folder}/`))
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function readDir(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** An unprivileged user; undefined if this program does not run as root. */
export function findUnprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
