/**
 * Builds the site if its sources changed, and replaces itself with the server, which then receives the signals that npm
 * forwards: a shell in between would keep them (`exec` in package.json; on Windows, `exec.cmd` stands for it).
 */
import process from 'node:process'
import { replaceProcess, serverFlags, serverVariables } from '../bin/replace-process.js'
import './build-if-changed.ts'

replaceProcess(process.execPath, [...serverFlags, 'dist/server/main.js', ...process.argv.slice(2)], {
  ...process.env,
  ...serverVariables,
})
