import { COLUMNS_MAX, type FoundHeader } from './find-header.ts'
import type { ReadOptions, RejectedRow } from './read-options.ts'
import { isBelowZero, negateIf } from './report-amounts.ts'
import { declarationOf } from './report-formats.ts'
import { ReportProblem } from './report-problem.ts'
import type { ReportRow } from './report-row.ts'
import { type Cell, isBlank, type RawRecord, toText } from './report-table.ts'
import { type Money, RowCells, RowFault } from './row-cells.ts'
import { identify, identifyUpdate, isActionUpdate } from './sale-identity.ts'
import { saleStatus } from './sale-status.ts'

/** Reads one record after the header; undefined for a header that is repeated. */
export type RowReader = (record: RawRecord) => ReportRow | RejectedRow | undefined

export function createRowReader(found: FoundHeader, options: ReadOptions, hasFixedWidth: boolean): RowReader {
  const { header } = found
  if (header.length > COLUMNS_MAX) throw new ReportProblem(`The report has more than ${COLUMNS_MAX} columns.`)
  const outside = Object.values(options.columns).some((column) => column >= header.length || column < 0)
  if (outside) throw new ReportProblem('The chosen columns are not those of this report.')
  const cells = new RowCells(options, found.marks)
  const headerText = header.join('\u001f')
  return ({ row, cells: read }) => {
    if (toText(read[0]) === header[0] && read.map(toText).join('\u001f') === headerText) return undefined
    try {
      checkWidth(read, header.length, hasFixedWidth)
      cells.load(read)
      return toReportRow(row, cells, options)
    } catch (error) {
      if (error instanceof RowFault) return { row, reason: error.message }
      throw error
    }
  }
}

/** A line with fewer or more cells was cut or holds a delimiter that is not quoted, so that its cells are shifted. */
function checkWidth(cells: Cell[], width: number, hasFixedWidth: boolean): void {
  const isLonger = cells.length > width && cells.slice(width).some((cell) => !isBlank(cell))
  if (isLonger || (hasFixedWidth && cells.length < width))
    throw new RowFault(
      `The row has ${cells.length} ${cells.length === 1 ? 'column' : 'columns'}, but the header has ${width}.`,
    )
}

function toReportRow(row: number, cells: RowCells, options: ReadOptions): ReportRow {
  const { format } = options
  const declaration = declarationOf(format)
  const network = declaration.network === 'generic' ? (options.network ?? 'generic') : declaration.network
  const isChange = isActionUpdate(cells, options)
  const money = applyEventType(cells, options, cells.money({ isChange }))
  const dates = readDates(cells, options, isChange)
  const isReturn = network === 'amazon' && money.commissionMinor < 0
  const quantity = cells.count('quantity')
  const returned = cells.count('returns')
  return {
    network,
    ...(isChange ? identifyUpdate(cells) : identify(options, cells, money)),
    clickRef: cells.text('clickRef', 200) ?? cells.text('clickRef2', 200),
    trackingId: cells.text('trackingId', 200),
    advertiser: cells.text('advertiser', 200) ?? cells.text('advertiserId', 200),
    orderId: cells.text('orderId', 200),
    sku: cells.text('sku', 200),
    productName: cells.text('productName'),
    ...dates,
    quantity: returned === null ? quantity : (quantity ?? 0) - returned,
    ...money,
    status: saleStatus(format, cells, options.defaultStatus ?? declaration.status),
    reason: cells.text('reason') ?? (isReturn ? 'Return' : null),
    promoCode: cells.text('promoCode', 200),
    row,
  }
}

const changeDates = ['updatedAt', 'postedAt', 'orderedAt'] as const
const saleDates = ['orderedAt', 'postedAt', 'clickedAt'] as const

/** The first date that the report has, for a change that the row has, is required; others count as none where they are not dates. */
function readDates(cells: RowCells, { columns }: ReadOptions, isChange: boolean) {
  const required = isChange
    ? changeDates.find((field) => cells.text(field) !== null)
    : saleDates.find((field) => columns[field] !== undefined)
  if (!required) throw new RowFault('The report has no date of a sale.')
  const read = {
    orderedAt: cells.date('orderedAt', 'orderedTime'),
    postedAt: cells.date('postedAt', 'postedTime'),
    clickedAt: cells.date('clickedAt', 'clickedTime'),
    updatedAt: isChange ? cells.date('updatedAt') : null,
  }
  if (read[required] === null) throw new RowFault('The row has no date.')
  if (read[required] === undefined)
    throw new RowFault(`“${cells.text(required, 60)}” is not a date of a sale, or does not exist.`)
  return {
    orderedAt: read.orderedAt ?? null,
    postedAt: read.updatedAt ?? read.postedAt ?? null,
    clickedAt: read.clickedAt ?? null,
  }
}

const sales = new Set(['checkout', 'conversion', 'lead', 'signup', 'chargeback'])

/** Rows of the LinkClicky layout are events of several types; a chargeback takes its amount back. */
function applyEventType(cells: RowCells, { format }: ReadOptions, money: Money): Money {
  if (format !== 'linkclicky') return money
  const type = cells.text('eventType')?.toLowerCase() ?? ''
  if (!sales.has(type) && money.commissionMinor === 0)
    throw new RowFault(`An event of the type “${type.slice(0, 60)}” without a commission is not a sale.`)
  if (type !== 'chargeback') return money
  const commission = { minor: money.commissionMinor, rest: money.commissionRest }
  const { minor, rest } = negateIf(!isBelowZero(commission), commission)
  return {
    ...money,
    commissionMinor: minor,
    commissionRest: rest,
    saleMinor: money.saleMinor === null ? null : -Math.abs(money.saleMinor),
  }
}
