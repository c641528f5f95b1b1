import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readReport } from './reports.ts'

test('a browser test that passed when it was tried again counts as passed and is flaky', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-report-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'browser.json')
  const spec = (title: string, status: string, results: object[]) => ({
    title,
    file: 'a.spec.ts',
    line: 3,
    ok: status !== 'unexpected',
    tests: [{ status, results }],
  })
  const failed = { duration: 10_000, error: { message: 'Timeout' }, errors: [{ message: 'Timeout' }] }
  const passed = { duration: 2500, errors: [] }
  const specs = [
    spec('it works', 'expected', [passed]),
    spec('it works at last', 'flaky', [failed, passed]),
    spec('it does not work', 'unexpected', [failed, failed]),
  ]
  const stats = { expected: 1, unexpected: 1, flaky: 1, skipped: 0 }
  writeFileSync(file, JSON.stringify({ stats, suites: [{ title: 'a.spec.ts', specs }], errors: [] }))
  expect(readReport(file)).toMatchObject({
    passed: 2,
    failed: 1,
    failures: [{ title: 'a.spec.ts › 3: it does not work', message: 'Timeout\nTimeout' }],
    flaky: [{ title: 'a.spec.ts › it works at last', attempts: [10, 2.5], message: 'Timeout' }],
    tests: [{ seconds: 2.5 }, { seconds: 12.5 }, { seconds: 20 }],
  })
})
