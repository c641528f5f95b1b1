import type { ImportChoices, PartOptions, SurveyPart } from '../../../../contract/shop/earning-imports.ts'
import { type ReportColumns, reportFields } from '../reports/report-fields.ts'
import { type ReportFormat, reportFormats } from '../reports/report-formats.ts'
import { ReportProblem } from '../reports/report-problem.ts'
import type { MappedTables, ReadOptions } from '../reports/report-reader.ts'

export const formatChoices = Object.entries(reportFormats).map(([value, { label, isLedger }]) => ({
  value,
  label,
  isLedger,
}))
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

/** The choices that are remembered for a header: what its columns hold. Currency, dates and decimals are those of each file. */
export type Mapping = Pick<PartOptions, 'format' | 'network' | 'columns' | 'defaultStatus'>

export const toMapping = ({ format, network, columns, defaultStatus }: Mapping): Mapping => ({
  format,
  columns,
  ...(network && { network }),
  ...(defaultStatus && { defaultStatus }),
})

/** `isFormer`: of a version that stored it at each dry run, also of discarded imports. */
export type StoredMapping = Mapping & { isFormer: boolean }

/** The mapped tables of a file for `surveyReports`. */
export function toMappedTables(
  survey: readonly SurveyPart[],
  remembered: ReadonlyMap<string, StoredMapping>,
): MappedTables {
  const known = survey.flatMap((part) => {
    const mapping = remembered.get(headerKey(part))
    if (!mapping || !(mapping.format in reportFormats)) return []
    // A layout that is recognised now may not have been when it was tried.
    if (mapping.isFormer && part.format !== undefined) return []
    return [[part.part, { format: mapping.format as ReportFormat, columns: mapping.columns as ReportColumns }] as const]
  })
  return Object.fromEntries(known)
}

/**
 * The choices that follow from the survey and from the columns that were chosen for the same header before; undefined if the
 * owner has to choose. A table that is unknown is left out next to known ones.
 */
export function chooseOptions(
  survey: readonly SurveyPart[],
  remembered: ReadonlyMap<string, Mapping>,
): ImportChoices | undefined {
  const parts = []
  for (const part of survey) {
    if (!part.isLedger || part.format === undefined) continue
    const options = optionsOf(part, remembered.get(headerKey(part)))
    if (!options) return undefined
    parts.push({ part: part.part, options })
  }
  return parts.length > 0 ? { parts } : undefined
}

function optionsOf(
  { format, network, columns, dateOrder, decimal, currency, questions }: SurveyPart,
  mapping: Mapping | undefined,
): PartOptions | undefined {
  if (questions.length > 0 || !format || dateOrder === 'ambiguous') return undefined
  const { defaultStatus } = mapping ?? {}
  return {
    format,
    columns,
    dateOrder,
    decimal,
    network: network ?? mapping?.network,
    ...(currency && { currency }),
    ...(defaultStatus && { defaultStatus }),
  }
}

const orders = { mdy: 'the month first', dmy: 'the day first', ymd: 'the year first' }

/** Says what a table leaves open and how it is read, in sentences for the owner. */
export function describeAssumptions(part: SurveyPart, { currency, dateOrder, decimal }: PartOptions): string[] {
  const { questions, proposal, assumed } = part
  const name = part.part === '' ? '' : `${part.part}: `
  const sentences: string[] = []
  if (questions.includes('currency') && currency) {
    const reason = proposal?.currency === currency ? `since ${proposal.reason}` : 'as you chose'
    sentences.push(`${name}amounts without a currency are in ${currency}, ${reason}.`)
  }
  if (questions.includes('dateOrder')) sentences.push(`${name}dates have ${orders[dateOrder]}, as you chose.`)
  else if (assumed.includes('dateOrder'))
    sentences.push(`${name}dates have ${orders[dateOrder]}, as is usual in this report; no date of the file tells.`)
  if (questions.includes('decimal'))
    sentences.push(`${name}amounts have a decimal ${decimal}, as you chose; no amount of the file tells.`)
  return sentences.map((sentence) => sentence.charAt(0).toUpperCase() + sentence.slice(1))
}

/** Files with the same header are read in the same way. */
export function headerKey({ header }: Pick<SurveyPart, 'header'>): string {
  return JSON.stringify(header).slice(0, 2000)
}
