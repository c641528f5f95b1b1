import { accessSync, constants, existsSync, readFileSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

/** Says to whom the nearest existing folder of a path belongs and who runs, for a refusal at the start; empty on Windows. */
export function describeAccess(file: string): string {
  if (!process.getuid) return ''
  const nearest = nearestExisting(path.resolve(file))
  return sentence(nearest, statSync(nearest), process.getuid(), readNames())
}

/** The first of these paths that exists and that this process may not read and write. */
export function findInaccessible(files: string[]): string | undefined {
  return files.find((file) => existsSync(file) && !isAccessible(file))
}

export function sentence(
  file: string,
  { uid, mode }: Pick<Stats, 'uid' | 'mode'>,
  runner: number,
  names: ReadonlyMap<number, string>,
): string {
  const nameOf = (id: number) => (names.has(id) ? `${names.get(id)} (uid ${id})` : `uid ${id}`)
  const permissions = (mode & 0o7777).toString(8).padStart(4, '0')
  return `${file} belongs to ${nameOf(uid)} with mode ${permissions}; Dewlight runs as ${nameOf(runner)}.`
}

function nearestExisting(file: string): string {
  return existsSync(file) ? file : nearestExisting(path.dirname(file))
}

function isAccessible(file: string): boolean {
  try {
    accessSync(file, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** The accounts of this machine by their number; none where it keeps them elsewhere. */
function readNames(): Map<number, string> {
  try {
    const rows = readFileSync('/etc/passwd', 'utf8').split('\n')
    return new Map(rows.map((row) => row.split(':')).map(([name = '', , id]) => [Number(id), name]))
  } catch {
    return new Map()
  }
}
