import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { processorTime } from '../../bench/processor-time.ts'
import { freePort } from '../postgres.ts'

export type InstalledPackage = {
  folder: string
  /** The tarball, for its contents and its size. */
  tarball: string
  /** Runs `dewlight` to its end. */
  run(args: string[], env?: Record<string, string>, input?: string): Promise<{ code: number; text: string }>
  start(env?: Record<string, string>): Promise<StartedPackage>
}

export type StartedPackage = {
  origin: string
  /** Milliseconds from the command to the first page. */
  startTime: number
  /** Processor time until then, of all processes, in milliseconds; NaN where the system does not tell. */
  processorTime: number
  stop(): Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** Packs the built site and installs it into an empty folder, with the npm and the Node of the machine. */
export async function installPackage(): Promise<InstalledPackage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-package-'))
  const packed = mkdtempSync(path.join(tmpdir(), 'dewlight-tarball-'))
  // The build is a step before this one.
  await npm(['pack', '--ignore-scripts', '--pack-destination', packed], process.cwd())
  const tarball = path.join(packed, readdirSync(packed)[0]!)
  await npm(['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], folder)
  const program = path.join(folder, 'node_modules/.bin/dewlight')
  return {
    folder,
    tarball,
    async run(args, env = {}, input = '') {
      const running = promisify(execFile)(program, args, { cwd: folder, env: { ...machineEnv(), ...env } })
      running.child.stdin!.end(input)
      return running.then(
        ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
        (error: { code: number; stdout: string; stderr: string }) => ({
          code: error.code,
          text: error.stdout + error.stderr,
        }),
      )
    },
    async start(env = {}) {
      const port = await freePort()
      const origin = `http://localhost:${port}`
      const startedAt = performance.now()
      const child = spawn(program, ['start'], {
        cwd: folder,
        env: { ...machineEnv(), PORT: String(port), LOG_LEVEL: 'warn', ...env },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      process.once('exit', () => child.kill('SIGKILL'))
      await untilServed(origin, child)
      const startTime = performance.now() - startedAt
      return { origin, startTime, processorTime: processorTime(child.pid!) * 1000, stop: () => stop(child) }
    },
  }
}

/** The environment of a shell on this machine: npm scripts put the project's Node first and add variables. */
function machineEnv(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    ([name]) => /^(?:HOME|USER|LANG|TMPDIR|TZ|SSL_CERT_FILE|NODE_EXTRA_CA_CERTS)$/i.test(name) || /_proxy$/i.test(name),
  )
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => !folder.includes('node_modules'))
  return { ...(Object.fromEntries(entries) as Record<string, string>), PATH: folders.join(path.delimiter) }
}

async function npm(args: string[], cwd: string): Promise<void> {
  await promisify(execFile)('npm', args, { cwd, env: machineEnv() }).catch(
    (error: { stderr?: string; code: unknown }) => {
      const output = `${error.stderr ?? ''}`
      if (error.code === 'ENOENT') throw new Error('The package was not tested: this machine has no npm on its PATH.')
      if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENOTCACHED|E404/.test(output))
        throw new Error(`The package was not installed: its dependencies are neither cached nor reachable.\n${output}`)
      throw new Error(`npm ${args[0]} failed.\n${output}`)
    },
  )
}

async function untilServed(origin: string, child: ChildProcess): Promise<void> {
  for (const startedAt = Date.now(); Date.now() - startedAt < 30_000; ) {
    if (child.exitCode !== null) throw new Error(`dewlight start ended with ${child.exitCode}.`)
    const isServed = await fetch(origin).then(
      (response) => response.ok,
      () => false,
    )
    if (isServed) return
    await sleep(10)
  }
  child.kill('SIGKILL')
  throw new Error('dewlight start did not serve a page within 30 seconds.')
}

async function stop(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  if (child.exitCode !== null || child.signalCode !== null) return { code: child.exitCode, signal: child.signalCode }
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null]
  return { code, signal }
}
