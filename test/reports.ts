/** Reads the JSON reports of Vitest and Playwright: counts, failures with their messages, and the duration of each test. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'

type Failure = { title: string; message: string }
type TimedTest = { title: string; seconds: number }
export type Report = { passed: number; failed: number; failures: Failure[]; tests: TimedTest[] }

export function readReport(file: string): Report {
  const report = JSON.parse(readFileSync(file, 'utf8')) as JSONReport | JsonTestResults
  return 'stats' in report ? fromPlaywright(report) : fromVitest(report)
}

function fromPlaywright({ stats, suites, errors }: JSONReport): Report {
  const failures = [
    ...suites.flatMap((suite) => failuresOf(suite, [])),
    ...errors.map(({ message }) => ({ title: 'outside of the tests', message: shorten(message) })),
  ]
  const tests = suites.flatMap(timesOf)
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, failures, tests }
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

function timesOf(suite: JSONReportSuite): TimedTest[] {
  const own = suite.specs.map(({ file, title, tests }) => ({
    title: `${file} › ${title}`,
    seconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
  }))
  return [...own, ...(suite.suites ?? []).flatMap(timesOf)]
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
  return { passed: numPassedTests, failed: numFailedTests, failures, tests }
}

/** The first lines, without frames of dependencies. */
function shorten(message = 'no message', lines = 16): string {
  return stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .slice(0, lines)
    .join('\n')
}
