import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const PREFIX = 'dewlight-faults-'
/** In it stands the number of the process that the folder belongs to. */
const OWNER = 'owner.pid'

/**
 * A folder that is gone when this program ends, by a signal too, with what is mounted in it. What an earlier run that was
 * killed has left goes now: its mounts, its folders, and a site that still runs on them.
 */
export function makeScratchFolder(): string {
  for (const name of readdirSync(tmpdir())) if (name.startsWith(PREFIX)) removeLeftover(path.join(tmpdir(), name))
  const folder = mkdtempSync(path.join(tmpdir(), PREFIX))
  writeFileSync(path.join(folder, OWNER), String(process.pid))
  // After what lives in it has been ended, whose handlers put themselves in front.
  process.on('exit', () => removeScratchFolder(folder))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
  return folder
}

export function removeScratchFolder(folder: string): void {
  for (const mounted of mountsBelow(folder)) spawnSync('umount', ['-l', mounted])
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

function removeLeftover(folder: string): void {
  const owner = read(path.join(folder, OWNER))
  // A number may have been given anew: to another program, which has nothing to do with this folder.
  if (owner && read(`/proc/${owner}/cmdline`)?.includes('test/')) return
  for (const site of sitesOn(folder)) {
    console.log(`A site of an earlier run still runs on ${path.basename(folder)} and is ended.`)
    process.kill(site, 'SIGKILL')
  }
  removeScratchFolder(folder)
  console.log(`What an earlier run left in ${path.basename(folder)} is removed.`)
}

/** The processes whose data folder lies in a folder. */
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

/** Somebody who may not write everywhere; undefined where this program is nobody special itself. */
export function findNobody(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
