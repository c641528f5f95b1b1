import { spawn } from 'node:child_process'
import process from 'node:process'
import { mallocSettings } from './malloc-settings.js'

/** Of a process that serves the site: a young generation of 16 MB, which a start fills. Worker processes inherit it. */
export const serverFlags = ['--max-semi-space-size=8']
export const serverVariables = { ...mallocSettings, NODE_ENV: 'production' }

/**
 * Replaces this process with another program, so that signals and the exit code are that program's. Node 20 and Windows
 * cannot: there it is a child process, to which signals are passed on and whose end is this one's.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function replaceProcess(program, args, env) {
  if (process.platform !== 'win32' && process.execve) return process.execve(program, [program, ...args], env)
  const child = spawn(program, args, { stdio: 'inherit', env })
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP']
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`${program} cannot be run: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    for (const name of signals) process.removeAllListeners(name)
    if (signal) process.kill(process.pid, signal)
    else process.exitCode = code ?? 1
  })
}
