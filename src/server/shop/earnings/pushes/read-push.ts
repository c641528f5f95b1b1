import type { NetworkName } from '../../../../contract/shop/networks.ts'
import { currencyFault } from '../../../../contract/shop/prices.ts'
import { badRequest } from '../../../platform/http/errors.ts'
import { parseExactJson } from '../exact-json.ts'
import { type Exact, isBelowZero, negateIf, toExact } from '../reports/report-amounts.ts'
import { parseDate, toInstant } from '../reports/report-dates.ts'
import type { ReportRow, SaleStatus } from '../reports/report-row.ts'
import { readStatusWord } from '../reports/sale-status.ts'

/**
 * The names of parameters by what they mean, without case, `_` and `-`: those of Awin's notification, of Impact's postback and
 * of the generic postback. What is not named here, such as an IP address or a search phrase, is dropped.
 */
const names = {
  id: ['transactionid', 'actionid', 'tid'],
  commission: ['commission', 'payout'],
  sale: ['transactionamount', 'amount'],
  currency: ['transactioncurrency', 'currency'],
  status: ['status'],
  clickRef: ['clickref', 'click', 'subid1', 'sharedid'],
  orderedAt: ['transactiondate', 'eventdate'],
  clickedAt: ['clickthroughtime'],
  advertiser: ['merchantid', 'campaignid'],
  orderId: ['oid', 'orderid'],
  promoCode: ['vouchercode', 'promocode'],
} as const

type Meaning = keyof typeof names

export type PushedFields = Readonly<Record<string, string>>

/** The field of Awin's notification that holds JSON. */
const AWIN_FIELD = 'AwinTransactionPush'

/** A sale from the parameters of a push; its advertiser is what the network calls it. Throws 400 with a sentence. */
export function readPush(sent: PushedFields, sender: { network: NetworkName; currency: string }): ReportRow {
  const json = sent[AWIN_FIELD]
  const fields = json === undefined ? sent : readJson(json)
  const text = createLookup(fields)
  const externalId = readId(text('id'))
  const currency = readCurrency(text('currency'), sender.currency)
  const status = readStatus(text('status'))
  const commission = readCommission(text('commission'), currency, status)
  const sale = text('sale')
  return {
    network: sender.network,
    externalId,
    hasOwnId: true,
    clickRef: text('clickRef') ?? null,
    trackingId: null,
    advertiser: text('advertiser') ?? null,
    orderId: text('orderId') ?? null,
    sku: null,
    productName: null,
    clickedAt: readDate(text('clickedAt')),
    orderedAt: readDate(text('orderedAt')),
    postedAt: null,
    quantity: null,
    saleMinor: sale === undefined ? null : Math.abs(readAmount(sale, currency, 'amount of the sale').minor),
    commissionMinor: commission.minor,
    commissionRest: commission.rest,
    currency,
    status,
    originalExternalId: null,
    reason: null,
    promoCode: text('promoCode') ?? null,
    row: 0,
  }
}

function readJson(json: string): PushedFields {
  let value: unknown
  try {
    value = parseExactJson(json)
  } catch {
    throw badRequest(`The field ${AWIN_FIELD} is not valid JSON`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest(`The field ${AWIN_FIELD} does not hold a transaction`)
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

const TEXT_MAX = 200
/** A placeholder that a network sends where it has no value for a parameter. */
const placeholder = /^(?:\{[^}]*\}|\[[^\]]*\]|!!!.*!!!)$/

function createLookup(fields: PushedFields) {
  const values = new Map<string, string>()
  for (const [name, value] of Object.entries(fields)) {
    const text = value.replaceAll('\0', '').toWellFormed().trim().slice(0, TEXT_MAX)
    const key = name.toLowerCase().replace(/[_-]/g, '')
    if (text !== '' && !placeholder.test(text) && !values.has(key)) values.set(key, text)
  }
  return (meaning: Meaning): string | undefined => {
    for (const name of names[meaning]) if (values.has(name)) return values.get(name)
  }
}

/** Ids of this form belong to conversions of this site. */
const reserved = /^conversion:/

function readId(id: string | undefined): string {
  if (id === undefined) throw badRequest('The id of the transaction is missing')
  if (!/^[\x21-\x7e]+$/.test(id) || id.length >= TEXT_MAX || reserved.test(id))
    throw badRequest('The id of the transaction is not valid')
  return id
}

function readCurrency(code: string | undefined, usual: string): string {
  const currency = (code ?? usual).toUpperCase()
  if (currency === '') throw badRequest('The currency is missing, and the program has none')
  if (currencyFault(currency)) throw badRequest('Please use the code of a currency, such as USD')
  return currency
}

function readStatus(word: string | undefined): SaleStatus {
  if (word === undefined) return 'pending'
  const status = readStatusWord(word)
  if (!status) throw badRequest('The status is unknown; please send pending, approved, paid or reversed')
  return status
}

function readCommission(text: string | undefined, currency: string, status: SaleStatus): Exact {
  if (text === undefined) {
    // A reversal may name its sale alone.
    if (status === 'reversed') return { minor: 0, rest: 0 }
    throw badRequest('The commission is missing')
  }
  const amount = readAmount(text, currency, 'commission')
  const isNegative = isBelowZero(amount)
  if (status === 'reversed') return negateIf(isNegative, amount)
  if (isNegative) throw badRequest('The commission is negative; please send the status reversed')
  return amount
}

function readAmount(text: string, currency: string, what: string): Exact {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,20}))?$/.exec(text)
  if (!match) throw badRequest(`The ${what} is not an amount such as 12.50`)
  const [, sign, whole = '', fraction = ''] = match
  return toExact({ isNegative: sign === '-', whole, fraction }, currency)
}

/** Times without a zone are in UTC. What is not a date counts as none. */
function readDate(text: string | undefined): string | null {
  const date = text === undefined ? undefined : parseDate(text, 'ymd')
  if (!date) return null
  return date.instant ?? (date.time === undefined ? date.day : toInstant(date.day, date.time))
}
