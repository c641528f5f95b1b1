import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { printSummary } from './print-summary.ts'
import type { EndedStep } from './run-steps.ts'

function summary() {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-summary-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const history = path.join(folder, 'timings.json')
  return (steps: Partial<EndedStep>[], slowness = 1) => {
    const printed: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text))
    const none = { passed: 1, failed: 0, failures: [], flaky: [], tests: [] }
    const ended = steps.map((step) => ({ name: 'Browser', seconds: 100, ...none, ...step }))
    const failed = printSummary(ended, { slowness, history, hasBudgets: true })
    log.mockRestore()
    return { failed, text: printed.join('\n'), last: printed.at(-1) }
  }
}

test('the last line has the counts of all steps, and failures come with their messages', () => {
  const { failed, text, last } = summary()([
    { passed: 3, failed: 1, failures: [{ title: 'a.spec.ts › it works', message: 'It does not.' }] },
    { name: 'Check', passed: 1 },
  ])
  expect(last).toBe('4 passed, 1 failed')
  expect(failed).toBe(1)
  expect(text).toContain('FAILED Browser: a.spec.ts › it works\n    It does not.')
})

test('a test that passed at its second attempt is listed with both durations and the first error', () => {
  const { failed, text } = summary()([
    { flaky: [{ title: 'a.spec.ts › it works', attempts: [10.04, 2.5], message: 'Timeout' }] },
  ])
  expect(failed).toBe(0)
  expect(text).toContain('Flaky:\n10.0 s, then 2.5 s  a.spec.ts › it works\n    Timeout')
})

test('a step that is a quarter over its budget is named the first time, and fails the second', () => {
  const print = summary()
  expect(print([{ budget: 79, seconds: 98 }])).toMatchObject({ failed: 0, last: '1 passed, 0 failed' })
  const first = print([{ budget: 79 }])
  expect(first.failed).toBe(0)
  expect(first.text).toContain(
    'OVER BUDGET for the first time: Browser took 100 s; its budget on this machine is 79 s.',
  )
  const second = print([{ budget: 79 }])
  expect(second.text).toContain('OVER BUDGET for the second time: Browser')
  expect(second.last).toBe('1 passed, 1 failed')
  // Within the budget again.
  expect(print([{ budget: 79, seconds: 90 }]).failed).toBe(0)
  expect(print([{ budget: 79 }]).failed).toBe(0)
})

test('budgets and growth take the speed of the machine into account', () => {
  const print = summary()
  expect(print([{ budget: 50, seconds: 100 }], 2).text).not.toContain('OVER BUDGET')
  expect(print([{ budget: 50, seconds: 50 }], 1).text).not.toContain('since the last run')
  expect(print([{ budget: 50, seconds: 62 }], 1).text).toContain('62 s, +12 s since the last run')
})
