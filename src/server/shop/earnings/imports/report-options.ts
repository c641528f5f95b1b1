import type { ImportChoices, PartOptions, SurveyPart } from '../../../../contract/earning-imports.ts'
import { type ReportColumns, reportFields } from '../reports/report-fields.ts'
import { type ReportFormat, reportFormats } from '../reports/report-formats.ts'
import { ReportProblem } from '../reports/report-problem.ts'
import type { ReadOptions } from '../reports/report-reader.ts'

export const formatChoices = Object.entries(reportFormats).map(([value, { label }]) => ({ value, label }))
export const fieldChoices = Object.entries(reportFields).map(([value, label]) => ({ value, label }))

/** Throws `ReportProblem` for a format or a field that does not exist. */
export function readOptions({
  format,
  columns,
  network,
  currency,
  defaultStatus,
  ...options
}: PartOptions): ReadOptions {
  if (!(format in reportFormats)) throw new ReportProblem('Please choose the format of the report.')
  for (const field of Object.keys(columns))
    if (!(field in reportFields)) throw new ReportProblem(`There is no field “${field}”.`)
  return {
    ...options,
    format: format as ReportFormat,
    columns: columns as ReportColumns,
    ...(network && { network }),
    ...(currency && { currency }),
    ...(defaultStatus && { defaultStatus }),
  }
}

/** The choices that follow from the survey and from those for the same header before; undefined if the owner has to choose. */
export function chooseOptions(
  survey: readonly SurveyPart[],
  remembered: ReadonlyMap<string, PartOptions>,
): ImportChoices | undefined {
  const parts = []
  for (const part of survey) {
    if (!part.isLedger) continue
    const options = remembered.get(headerKey(part)) ?? optionsOf(part)
    if (!options) return undefined
    parts.push({ part: part.part, options })
  }
  return parts.length > 0 ? { parts } : undefined
}

function optionsOf({
  format,
  network,
  columns,
  dateOrder,
  decimal,
  currency,
  questions,
}: SurveyPart): PartOptions | undefined {
  if (questions.length > 0 || !format || dateOrder === 'ambiguous') return undefined
  return { format, columns, dateOrder, decimal, ...(network && { network }), ...(currency && { currency }) }
}

/** Files with the same header are read in the same way. */
export function headerKey({ header }: Pick<SurveyPart, 'header'>): string {
  return JSON.stringify(header).slice(0, 2000)
}
