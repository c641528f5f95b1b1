/** What a step of `npm test` says of itself: how many tests passed and failed, and which failed with which words. */
import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'

export type Failure = { title: string; message: string }
export type Report = { passed: number; failed: number; failures: Failure[] }

/** Reads a JSON report of Vitest or of Playwright; the two name their counts differently. */
export function readReport(file: string): Report {
  const report = JSON.parse(readFileSync(file, 'utf8')) as JSONReport | JsonTestResults
  return 'stats' in report ? fromPlaywright(report) : fromVitest(report)
}

function fromPlaywright({ stats, suites, errors }: JSONReport): Report {
  const failures = [
    ...suites.flatMap((suite) => failuresOf(suite, [])),
    ...errors.map(({ message }) => ({ title: 'outside of the tests', message: shorten(message) })),
  ]
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, failures }
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

function fromVitest({ numPassedTests, numFailedTests, testResults }: JsonTestResults): Report {
  const failures = testResults.flatMap(({ name, message, assertionResults }) => {
    const file = name.slice(name.lastIndexOf('/') + 1)
    const failed = assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({
        title: `${file} › ${fullName}`,
        message: shorten((failureMessages ?? []).join('\n')),
      }))
    // A file that could not be loaded has no tests, only what it died of.
    return failed.length === 0 && message ? [{ title: file, message: shorten(message) }] : failed
  })
  return { passed: numPassedTests, failed: numFailedTests, failures }
}

/** Its first lines: what was expected and what was there, not the whole way to it. */
function shorten(message = 'no message', lines = 16): string {
  return stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .slice(0, lines)
    .join('\n')
}
