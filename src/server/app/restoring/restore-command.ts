import { existsSync, readFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import path from 'node:path'
import { BACKUP_PLACEHOLDER } from '../../../contract/platform/backups.ts'

/** How this process was started, as far as it shows. */
export type Installation = {
  /** The folder in which commands read `.env`. */
  cwd: string
  dataDir: string
  /** The program of the package; undefined in a checkout, where npm runs the commands. */
  program: string | undefined
  /** The unit of systemd that runs the site. */
  unit: string | undefined
  user: string | undefined
  /** The container that the site is in, and the program that runs it. */
  container: { id: string; runner: 'docker' | 'podman' } | undefined
}

/**
 * The lines for a shell on the server that restore the backup `BACKUP_PLACEHOLDER` of this installation: they stop the site, where
 * it is known how, and start it again.
 */
export function restoreCommand({ cwd, dataDir, program, unit, user, container }: Installation): string {
  if (container) {
    const { id, runner } = container
    const inspect = (format: string) => `$(${runner} inspect --format '${format}' ${id})`
    return [
      `${runner} stop ${id}`,
      `${runner} run --rm --volumes-from ${id} --network "${inspect('{{.HostConfig.NetworkMode}}')}" \\`,
      `  --env-file <(${runner} inspect --format '{{range .Config.Env}}{{println .}}{{end}}' ${id}) \\`,
      `  "${inspect('{{.Config.Image}}')}" restore --force ${BACKUP_PLACEHOLDER}`,
      `${runner} start ${id}`,
    ].join('\n')
  }
  const restore = program === undefined ? 'npm run restore -- --force' : `${quoted(program)} restore --force`
  const command = `DATA_DIR=${quoted(dataDir)} ${restore} ${BACKUP_PLACEHOLDER}`
  if (unit === undefined) return `cd ${quoted(cwd)} && ${command}`
  return [
    `systemctl stop ${unit}`,
    `cd ${quoted(cwd)} && ${user === undefined ? '' : `runuser -u ${user} -- `}env ${command}`,
    `systemctl start ${unit}`,
  ].join('\n')
}

/** Quotes a word for a shell where it needs it. */
function quoted(word: string): string {
  return /^[\w./:@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

/** Reads how this process was started. */
export function findInstallation(dataDir: string): Installation {
  return {
    cwd: process.cwd(),
    dataDir: path.resolve(dataDir),
    program: process.env.DEWLIGHT_COMMAND && findProgram(import.meta.dirname),
    unit: process.env.INVOCATION_ID ? unitOf(readText('/proc/self/cgroup')) : undefined,
    user: process.platform === 'win32' ? undefined : userName(),
    container: findContainer(),
  }
}

/** The link that npm has made to the program, else its name. */
function findProgram(folder: string): string {
  const [modules] = /^.*[\\/]node_modules(?=[\\/]dewlight[\\/])/.exec(folder) ?? []
  const link = modules && path.join(modules, '.bin', 'dewlight')
  return link && existsSync(link) ? link : 'dewlight'
}

/** The name of the systemd service at the end of a cgroup’s path. Undefined for another path, such as that of a user’s session. */
export function unitOf(cgroup: string): string | undefined {
  return /\/([\w@.-]+)\.service\s*$/.exec(cgroup)?.[1]
}

function userName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}

function findContainer(): Installation['container'] {
  if (existsSync('/.dockerenv')) return { id: hostname(), runner: 'docker' }
  if (existsSync('/run/.containerenv')) return { id: hostname(), runner: 'podman' }
  return undefined
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
