#!/usr/bin/env node
/**
 * The command `dewlight` of the installed package. It runs on the Node of npm and continues in the Node that the package
 * brings along, because the database driver needs that one.
 */
import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { replaceProcess, serverFlags, serverVariables } from './replace-process.js'

const required = 24
const major = (/** @type {string} */ version) => Number(version.split('.')[0])

const node = major(process.versions.node) < 20 ? undefined : (findBundledNode() ?? findOwnNode())
if (node) {
  const program = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../dist/server/cli.js')
  const env = { ...process.env, ...serverVariables, DEWLIGHT_COMMAND: 'dewlight' }
  replaceProcess(node, [...serverFlags, program, ...process.argv.slice(2)], env)
} else {
  console.error(
    major(process.versions.node) < 20
      ? `Dewlight needs Node 20 or newer to start and was started with ${process.version}.`
      : `Dewlight needs Node ${required}, and this installation has none for ${process.platform} on ${process.arch}. Install it without --omit=optional, or start Dewlight with Node ${required} or newer.`,
  )
  process.exitCode = 1
}

/** The Node of the optional dependencies. They are built for glibc, so that they do not run on Alpine. */
function findBundledNode() {
  if (existsSync('/etc/alpine-release')) return undefined
  const { resolve } = createRequire(import.meta.url)
  for (const prefix of ['node', 'node-bin']) {
    const name = `${prefix}-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
    try {
      const folder = path.dirname(resolve(`${name}/package.json`))
      const file = path.join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
      if (existsSync(file)) return realpathSync(file)
    } catch {
      // Not installed.
    }
  }
  return undefined
}

function findOwnNode() {
  return major(process.versions.node) >= required ? process.execPath : undefined
}
