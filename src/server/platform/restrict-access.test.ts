import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { restrictAccess } from './restrict-access.ts'

test.skipIf(process.platform === 'win32').each([
  ['755', '700'],
  ['644', '600'],
  ['664', '660'],
  ['775', '770'],
  ['750', '750'],
  ['660', '660'],
  ['600', '600'],
])('of mode %s, other accounts keep none and a group that may write keeps its access: %s', (before, after) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-access-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, Number.parseInt(before, 8))
  restrictAccess(folder)
  expect((statSync(folder).mode & 0o777).toString(8)).toBe(after)
})

test('what is missing is left alone', () => {
  expect(() => restrictAccess(path.join(tmpdir(), 'dewlight-no-such-folder'))).not.toThrow()
})
