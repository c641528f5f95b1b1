import { existsSync } from 'node:fs'
import path from 'node:path'
import { hasPostgres } from '../postgres.ts'

const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']

/** The path of an installed program; undefined if it is not installed. */
function findProgram(name: string): string | undefined {
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file))
}

/** Throws one sentence that names the program and its Debian package. */
export function requireProgram(name: string): string {
  const found = findProgram(name)
  if (!found) throw new Error(`${name} is not installed (Debian: ${name}).`)
  return found
}

/** A sentence that names what these tests lack here; undefined if everything is installed. */
export function missingPrograms(): string | undefined {
  if (process.platform !== 'linux') return 'The tests with several instances need Linux, so they do not run here.'
  const names = ['nginx', 'caddy', 'pgbouncer', 'openssl'].filter((name) => !findProgram(name))
  if (!hasPostgres()) names.push('postgresql')
  if (names.length === 0) return undefined
  return `The tests with several instances need ${names.join(', ')} (Debian packages of the same names), so they do not run here.`
}
