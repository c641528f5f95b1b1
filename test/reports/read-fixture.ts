import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import {
  isRejected,
  type ReadOptions,
  type RejectedRow,
  type ReportSurvey,
  readReport,
  surveyReports,
} from '../../src/server/shop/earnings/reports/report-reader.ts'
import type { ReportRow } from '../../src/server/shop/earnings/reports/report-row.ts'

/** Writes a file that is deleted after the test. */
export async function reportFile(content: string | Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'report-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'report')
  await writeFile(path, content)
  return path
}

export type ReadResult = { survey: ReportSurvey; rows: ReportRow[]; rejected: RejectedRow[] }

/** Surveys a file and reads one of its tables, the first unless named, as the survey says; `choices` are the owner's. */
export async function readFixture(
  content: string | Buffer,
  choices: Partial<ReadOptions> & { part?: string } = {},
): Promise<ReadResult> {
  const path = await reportFile(content)
  const surveys = await surveyReports(path)
  const survey = surveys.find(({ part }) => part === (choices.part ?? surveys[0]!.part))!
  return { survey, ...(await readTable(path, survey, choices)) }
}

export async function readTable(path: string, survey: ReportSurvey, choices: Partial<ReadOptions> = {}) {
  const { format, columns, dateOrder, decimal, currency } = survey
  const options = {
    format: format ?? 'generic',
    columns,
    dateOrder: dateOrder === 'ambiguous' ? 'mdy' : dateOrder,
    decimal,
    ...(currency !== undefined && { currency }),
    ...choices,
  } as const
  const rows: ReportRow[] = []
  const rejected: RejectedRow[] = []
  for await (const row of readReport(path, survey.part, options)) {
    if (isRejected(row)) rejected.push(row)
    else rows.push(row)
  }
  return { rows, rejected }
}
