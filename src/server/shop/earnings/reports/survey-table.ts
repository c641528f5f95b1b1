import { type CurrencyMark, combineMarks, readCurrencyMark } from '../../../../contract/shop/currency-marks.ts'
import { minorDigits } from '../../../../contract/shop/minor-digits.ts'
import { amazonMarketplaces, type NetworkName } from '../../../../contract/shop/networks.ts'
import { type FoundHeader, findHeader, HEAD_RECORDS, isComplete } from './find-header.ts'
import { type Decimal, decimalOf, markOf, numberToExact, parseAmount, toExact } from './report-amounts.ts'
import { type DateOrder, ordersOf } from './report-dates.ts'
import { amountFields, dateFields, type ReportColumns } from './report-fields.ts'
import { declarationOf, type ReportFormat } from './report-formats.ts'
import { type Cell, isBlank, type RawRecord, type ReportTable, toText } from './report-table.ts'
import { isTotalRow } from './total-row.ts'

/** The layout of a table. Where `questions` names something, its value has to come from the owner. */
export type ReportSurvey = {
  part: string
  format: ReportFormat | undefined
  network: NetworkName | undefined
  /** Its name for the owner, such as `Awin: transactions`. */
  label: string
  header: string[]
  sample: string[][]
  /** Without header, totals and empty lines. */
  rows: number
  columns: ReportColumns
  dateOrder: DateOrder | 'ambiguous'
  decimal: Decimal
  /** The currency of rows that do not name one; undefined where the file says nothing about it. */
  currency: string | undefined
  /** The currency that the rows suggest where they do not say one. */
  proposal: { currency: string; reason: string } | undefined
  /** Notations that the rows leave open and the usual one of the report decided. */
  assumed: 'dateOrder'[]
  /** The first ones of a table whose currency is open. */
  trackingIds: string[]
  /** The sums of the file's own total row. */
  fileTotals: { currency?: string; saleMinor?: number; commissionMinor?: number } | undefined
  /** False for a summary, which is shown and not imported. */
  isLedger: boolean
  questions: ('format' | 'dateOrder' | 'decimal' | 'currency')[]
}

/** By part. */
export type MappedTables = Record<string, { format: ReportFormat; columns: ReportColumns }>

const SAMPLE_ROWS = 20
const SAMPLE_CHARACTERS = 200
const TRACKING_IDS = 100

/** Reads a table once. Undefined if it has no header, such as an empty sheet or a note in a ZIP. */
export async function surveyTable(
  table: ReportTable,
  mapped?: MappedTables[string],
): Promise<ReportSurvey | undefined> {
  const head: RawRecord[] = []
  let evidence: Evidence | undefined
  for await (const record of table.records()) {
    if (evidence) {
      evidence.add(record.cells)
      continue
    }
    head.push(record)
    if (head.length < HEAD_RECORDS) continue
    evidence = startEvidence(head, table.part, mapped)
    if (!evidence) return undefined
  }
  evidence ??= startEvidence(head, table.part, mapped)
  return evidence && toSurvey(table.part, evidence)
}

function startEvidence(
  head: RawRecord[],
  part: string,
  mapped: MappedTables[string] | undefined,
): Evidence | undefined {
  const found = findHeader(head, part)
  if (!found) return undefined
  const evidence = new Evidence({ ...found, ...mapped })
  for (const { cells } of head.slice(found.index + 1)) evidence.add(cells)
  return evidence
}

/** Collects what the rows say about their own notation. */
class Evidence {
  rows = 0
  sample: string[][] = []
  totals: Cell[][] = []
  dates = { mdy: 0, dmy: 0, either: 0 }
  decimals = { point: 0, comma: 0, eitherPoint: 0, eitherComma: 0 }
  /** Marks of the rows' amounts, by sign. */
  marks = new Map<string, CurrencyMark>()
  withoutCurrency = 0
  marketplaces = new Set<string>()
  trackingIds = new Set<string>()
  readonly found: FoundHeader
  readonly #headerText: string
  readonly #dateColumns: number[]
  readonly #amountColumns: number[]

  constructor(found: FoundHeader) {
    this.found = found
    this.#headerText = found.header.join('\u001f')
    const { columns } = found
    this.#dateColumns = dateFields.flatMap((field) => columns[field] ?? [])
    this.#amountColumns = amountFields.flatMap((field) => columns[field] ?? [])
  }

  add(cells: Cell[]): void {
    if (cells.every(isBlank)) return
    const { columns, format, header } = this.found
    if (toText(cells[0]) === header[0] && cells.map(toText).join('\u001f') === this.#headerText) return
    if (isTotalRow(cells, columns, format)) {
      if (this.totals.length < 10) this.totals.push(cells)
      return
    }
    this.rows += 1
    if (this.sample.length < SAMPLE_ROWS)
      this.sample.push(cells.map((cell) => toText(cell).slice(0, SAMPLE_CHARACTERS)))
    for (const column of this.#dateColumns) this.#addDate(cells[column])
    for (const column of this.#amountColumns) this.#addAmount(cells[column], column === columns.commission)
    const hasAmount = amountFields.some((field) => columns[field] !== undefined && !isBlank(cells[columns[field]]))
    if (columns.currency !== undefined && isBlank(cells[columns.currency]) && hasAmount) this.withoutCurrency += 1
    if (format?.startsWith('amazon-')) this.#addMarketplace(cells)
  }

  #addMarketplace(cells: Cell[]): void {
    const { columns } = this.found
    const seller = toText(cells[columns.advertiser ?? -1])
    if (Object.hasOwn(amazonMarketplaces, seller.toLowerCase())) this.marketplaces.add(seller)
    const trackingId = toText(cells[columns.trackingId ?? -1])
    if (trackingId !== '' && trackingId.length <= 200 && this.trackingIds.size < TRACKING_IDS)
      this.trackingIds.add(trackingId)
  }

  #addDate(cell: Cell | undefined): void {
    const orders = ordersOf(toText(cell))
    if (!orders) return
    if (orders.mdy && orders.dmy) this.dates.either += 1
    else if (orders.mdy) this.dates.mdy += 1
    else if (orders.dmy) this.dates.dmy += 1
  }

  #addAmount(cell: Cell | undefined, isCommission: boolean): void {
    if (typeof cell !== 'string' || cell === '') return
    const text = cell.trim()
    const decimal = decimalOf(text)
    if (decimal === 'either') this.decimals[text.includes(',') ? 'eitherComma' : 'eitherPoint'] += 1
    else if (decimal) this.decimals[decimal] += 1
    const mark = isCommission ? markOf(text) : undefined
    if (mark && this.marks.size < 10) this.marks.set(mark.sign, mark)
  }
}

function toSurvey(part: string, evidence: Evidence): ReportSurvey {
  const { found, rows, sample } = evidence
  const { format, columns, header } = found
  const declaration = format && declarationOf(format)
  const isLedger = declaration?.isLedger ?? true
  const dateOrder = decideDateOrder(evidence.dates, declaration?.dateOrder)
  const { currency, isKnown, codes } = decideCurrency(evidence)
  const decimal = decideDecimal(evidence.decimals, currency)
  const questions: ReportSurvey['questions'] = []
  if (!format || !isComplete(format, columns)) questions.push('format')
  if (isLedger && dateOrder === 'ambiguous') questions.push('dateOrder')
  if (isLedger && !decimal.isKnown) questions.push('decimal')
  if (isLedger && !isKnown) questions.push('currency')
  const { mdy, dmy, either } = evidence.dates
  return {
    part,
    format,
    network: declaration?.network === 'generic' ? undefined : declaration?.network,
    label: declaration?.label ?? 'Unknown report',
    header,
    sample,
    rows,
    columns,
    dateOrder,
    decimal: decimal.decimal,
    currency,
    proposal: isKnown ? undefined : proposeCurrency(evidence.marketplaces, codes),
    assumed: isLedger && either > 0 && mdy + dmy === 0 && dateOrder !== 'ambiguous' ? ['dateOrder'] : [],
    trackingIds: isKnown ? [] : [...evidence.trackingIds],
    fileTotals: toTotals(evidence, decimal.decimal, currency),
    isLedger,
    questions,
  }
}

function decideDateOrder(dates: Evidence['dates'], usual: DateOrder | undefined): DateOrder | 'ambiguous' {
  if (dates.mdy > 0 && dates.dmy > 0) return 'ambiguous'
  if (dates.mdy > 0) return 'mdy'
  if (dates.dmy > 0) return 'dmy'
  if (dates.either > 0) return usual ?? 'ambiguous'
  return usual ?? 'ymd'
}

/**
 * Where no amount tells, three digits after a separator are thousands, as amounts of money have two decimals, or the decimals
 * of a currency that has three. Without a known currency the owner has to say it.
 */
function decideDecimal(
  { point, comma, eitherPoint, eitherComma }: Evidence['decimals'],
  currency: string | undefined,
): { decimal: Decimal; isKnown: boolean } {
  if (point !== comma) return { decimal: point > comma ? 'point' : 'comma', isKnown: true }
  const usual = eitherPoint > eitherComma ? 'point' : 'comma'
  if (currency !== undefined && minorDigits(currency) === 3) return { decimal: usual, isKnown: true }
  return { decimal: usual === 'point' ? 'comma' : 'point', isKnown: eitherPoint + eitherComma === 0 }
}

/** The currency of the marketplace that all rows name, if the characters next to the amounts allow it. */
function proposeCurrency(
  marketplaces: ReadonlySet<string>,
  codes: readonly string[] | undefined,
): ReportSurvey['proposal'] {
  const [seller] = marketplaces
  if (seller === undefined || marketplaces.size > 1) return undefined
  const currency = amazonMarketplaces[seller.toLowerCase()]!
  if (codes && !codes.includes(currency)) return undefined
  return { currency, reason: `its rows name the seller ${seller}` }
}

/** `isKnown` where every row has a currency or the file has one for all. */
function decideCurrency({ found, marks, withoutCurrency }: Evidence): {
  currency?: string
  isKnown: boolean
  /** The currencies that the characters next to the amounts may stand for. */
  codes?: readonly string[]
} {
  const { columns } = found
  const all: CurrencyMark[] = [...marks.values()]
  for (const field of ['commission', 'saleAmount'] as const) {
    const mark = columns[field] === undefined ? undefined : found.marks[columns[field]]
    if (mark) all.push(mark)
  }
  const hasColumn = columns.currency !== undefined && withoutCurrency === 0
  const [first, ...others] = all
  if (!first) return { isKnown: hasColumn }
  const common = others.reduce<CurrencyMark | undefined>((mark, other) => mark && combineMarks(mark, other), first)
  // Amounts in several currencies, each written with a sign of its own.
  if (!common) return { isKnown: hasColumn || all.every(({ codes }) => codes.length === 1) }
  if (common.codes.length === 1) return { currency: common.codes[0], isKnown: true }
  return { isKnown: hasColumn, codes: common.codes }
}

function toTotals(
  { totals, found }: Evidence,
  decimal: Decimal,
  fileCurrency: string | undefined,
): ReportSurvey['fileTotals'] {
  const { columns } = found
  const read = totals.map((cells) => {
    const named = columns.currency === undefined ? undefined : readCurrencyMark(toText(cells[columns.currency]))
    const mark = named ?? readMark(cells, columns)
    const currency = mark?.codes.length === 1 ? mark.codes[0] : fileCurrency
    const amount = (field: 'saleAmount' | 'commission') => toAmount(cells[columns[field] ?? -1], decimal, currency)
    const saleMinor = amount('saleAmount')
    const commissionMinor = amount('commission')
    return {
      ...(currency !== undefined && { currency }),
      ...(saleMinor !== undefined && { saleMinor }),
      ...(commissionMinor !== undefined && { commissionMinor }),
    }
  })
  const usable = read.filter((total) => 'saleMinor' in total || 'commissionMinor' in total)
  // The grand total stands last; totals of several currencies have no sum.
  return new Set(usable.map(({ currency }) => currency)).size === 1 ? usable.at(-1) : undefined
}

const readMark = (cells: Cell[], { commission }: ReportColumns) => markOf(toText(cells[commission ?? -1]))

function toAmount(cell: Cell | undefined, decimal: Decimal, currency = 'USD'): number | undefined {
  if (typeof cell === 'number') return numberToExact(cell, currency).minor
  const amount = parseAmount(toText(cell), decimal)
  return amount && toExact(amount, currency).minor
}
