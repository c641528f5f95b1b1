/**
 * Starts the built site. `MALLOC_ARENA_MAX` must be set before the process starts, and npm scripts cannot set a variable
 * portably, so this program replaces itself with the server, or on Windows runs it as a child process.
 */
import { spawn } from 'node:child_process'
import process from 'node:process'

const server = ['--max-semi-space-size=16', 'dist/server/main.js', ...process.argv.slice(2)]
const env = { ...process.env, MALLOC_ARENA_MAX: '2', NODE_ENV: 'production' }

if (process.platform !== 'win32' && process.execve) process.execve(process.execPath, [process.execPath, ...server], env)
else spawn(process.execPath, server, { stdio: 'inherit', env }).on('exit', (code) => process.exit(code ?? 1))
