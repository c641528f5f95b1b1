import { hash } from 'node:crypto'
import { updateIdOf } from '../ledger/action-updates.ts'
import type { ReadOptions } from './read-options.ts'
import { dateFields, type ReportField } from './report-fields.ts'
import type { ReportRow } from './report-row.ts'
import { type Money, type RowCells, RowFault } from './row-cells.ts'

export type Identity = Pick<ReportRow, 'externalId' | 'hasOwnId' | 'originalExternalId'>

/** The id of a row: the network's, or a fingerprint of its cells where it gives none. */
export function identify(options: ReadOptions, cells: RowCells, money: Money): Identity {
  const id = options.format === 'rakuten-signature-orders' ? null : cells.id('externalId')
  if (id === null && options.columns.externalId !== undefined && options.format !== 'rakuten-signature-orders')
    throw new RowFault('The row has no ID, although the report has a column for it.')
  if (id === null) return { externalId: fingerprint(options, cells, money), hasOwnId: false, originalExternalId: null }
  if (options.format === 'cj-commissions') return identifyCommission(id, cells, money)
  if (options.format === 'impact-actions' && money.commissionMinor < 0) {
    const change = cells.text('statementId') ?? cells.dateText('postedAt')
    return { externalId: `${id}:${change}`, hasOwnId: true, originalExternalId: id }
  }
  const originalExternalId = originalOf(cells)
  return { externalId: id, hasOwnId: true, originalExternalId: originalExternalId === id ? null : originalExternalId }
}

/**
 * Whether a row of Impact is a change of an action: it has an id besides the action's, or no amount but a change. In a list of
 * actions the change repeats what the amount says already.
 */
export function isActionUpdate(cells: RowCells, { format }: ReadOptions): boolean {
  if (format !== 'impact-actions' || cells.text('commissionChange') === null) return false
  return cells.text('updateId') !== null || cells.text('commission') === null
}

/** A change corrects its action. */
export function identifyUpdate(cells: RowCells): Identity {
  const action = cells.id('externalId')
  if (action === null) throw new RowFault('The row has no ID, although the report has a column for it.')
  const change = cells.id('updateId') ?? (cells.dateText('updatedAt') || cells.dateText('postedAt'))
  if (change === '') throw new RowFault('The change has neither an ID nor a date.')
  return { externalId: updateIdOf(action, change), hasOwnId: true, originalExternalId: action }
}

/**
 * A correction of CJ is a commission of its own and names the action that it corrects, which the first commission names too.
 * So a first commission goes by its action.
 */
function identifyCommission(id: string, cells: RowCells, money: Money): Identity {
  const action = originalOf(cells)
  const isCorrection = cells.isFalse('original') || (!cells.isTrue('original') && money.commissionMinor < 0)
  if (isCorrection) return { externalId: id, hasOwnId: true, originalExternalId: action }
  return { externalId: action ?? id, hasOwnId: true, originalExternalId: null }
}

/** Networks write zero where there is none. */
function originalOf(cells: RowCells): string | null {
  const id = cells.id('originalExternalId')
  return id === '0' ? null : id
}

/** Rakuten's exports differ in their further columns; one row is one SKU of an order at one time of processing. */
const rakutenFields: readonly ReportField[] = [
  'advertiserId',
  'orderId',
  'sku',
  'clickRef',
  'orderedAt',
  'orderedTime',
  'postedAt',
  'postedTime',
  'quantity',
]

/**
 * The values that make a row a sale of its own, wherever its columns stand and whatever else they say: a title is edited, and a later layout
 * has one more column. Another currency is another sale.
 */
const identityFields: readonly ReportField[] = [
  ...(['sku', 'trackingId', 'clickRef', 'clickRef2', 'orderId', 'eventType', 'quantity', 'returns'] as const),
  ...(['orderedAt', 'orderedTime', 'postedAt', 'postedTime', 'clickedAt', 'clickedTime'] as const),
]

/** Who paid. */
const shopFields: readonly ReportField[] = ['advertiser', 'advertiserId']

/** Marks a fingerprint of these fields; one of a version that took in all cells has none. */
export const FINGERPRINT = 'row:'

function fingerprint({ format }: ReadOptions, cells: RowCells, { currency, ...money }: Money): string {
  const parts: string[] = [format, String(money.commissionMinor), String(money.saleMinor)]
  parts.push(currency)
  if (format === 'rakuten-signature-orders') {
    for (const field of rakutenFields) parts.push(toPart(field, cells))
    return FINGERPRINT + digest(parts)
  }
  // At Amazon it is the seller of a product, which its reports do not always name.
  const fields = format.startsWith('amazon-') ? identityFields : [...identityFields, ...shopFields]
  for (const field of fields) parts.push(`${field}=${toPart(field, cells)}`)
  if (cells.text('sku') === null) parts.push(`productName=${toPart('productName', cells)}`)
  const promoCode = cells.text('promoCode')
  if (promoCode !== null) parts.push(`promoCode=${promoCode}`)
  return FINGERPRINT + digest(parts)
}

function toPart(field: ReportField, cells: RowCells): string {
  return (dateFields as readonly string[]).includes(field) ? cells.dateText(field) : (cells.text(field) ?? '')
}

const digest = (parts: string[]) => hash('sha256', parts.join('\u001f'), 'base64url').slice(0, 32)
