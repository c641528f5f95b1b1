/** Reads the JSON reports of Vitest and Playwright: counts, failures with their messages, and the duration of each test. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'

type Failure = { title: string; message: string }
type TimedTest = { title: string; seconds: number }
/** `attempts`: seconds of each; the last one passed. `message` is that of the first. */
type FlakyTest = { title: string; attempts: number[]; message: string }
export type Report = {
  /** Including the flaky ones. */
  passed: number
  failed: number
  failures: Failure[]
  flaky: FlakyTest[]
  tests: TimedTest[]
}

export function readReport(file: string): Report {
  const report = JSON.parse(readFileSync(file, 'utf8')) as JSONReport | JsonTestResults
  return 'stats' in report ? fromPlaywright(report) : fromVitest(report)
}

function fromPlaywright({ stats, suites, errors }: JSONReport): Report {
  const failures = [
    ...suites.flatMap((suite) => failuresOf(suite, [])),
    ...errors.map(({ message }) => ({ title: 'outside of the tests', message: shorten(message) })),
  ]
  const tests = suites.flatMap(attemptsOf).map(({ title, attempts }) => ({ title, seconds: sum(attempts) }))
  const flaky = suites.flatMap(attemptsOf).filter(({ isFlaky }) => isFlaky)
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, failures, flaky, tests }
}

function failuresOf(suite: JSONReportSuite, above: string[]): Failure[] {
  const titles = [...above, suite.title]
  const own = suite.specs
    .filter(({ ok }) => !ok)
    .map((spec) => ({
      title: [...titles, `${spec.line}: ${spec.title}`].join(' › '),
      message: spec.tests
        .flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => shorten(message))))
        .join('\n'),
    }))
  return [...own, ...(suite.suites ?? []).flatMap((inner) => failuresOf(inner, titles))]
}

function attemptsOf(suite: JSONReportSuite): (FlakyTest & { isFlaky: boolean })[] {
  const own = suite.specs.map(({ file, title, tests }) => ({
    title: `${file} › ${title}`,
    attempts: tests.flatMap(({ results }) => results.map(({ duration }) => duration / 1000)),
    message: shorten(tests[0]?.results[0]?.error?.message),
    isFlaky: tests.some(({ status }) => status === 'flaky'),
  }))
  return [...own, ...(suite.suites ?? []).flatMap(attemptsOf)]
}

function fromVitest({ numPassedTests, numFailedTests, testResults }: JsonTestResults): Report {
  const failures = testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.basename(name)
    const failed = assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({
        title: `${file} › ${fullName}`,
        message: shorten((failureMessages ?? []).join('\n')),
      }))
    // A file that could not be loaded has an error instead of tests.
    return failed.length === 0 && message ? [{ title: file, message: shorten(message) }] : failed
  })
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      title: `${path.basename(name)} › ${fullName}`,
      seconds: (duration ?? 0) / 1000,
    })),
  )
  return { passed: numPassedTests, failed: numFailedTests, failures, flaky: [], tests }
}

/** The first lines, without frames of dependencies. */
function shorten(message = 'no message', lines = 16): string {
  return stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .slice(0, lines)
    .join('\n')
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
