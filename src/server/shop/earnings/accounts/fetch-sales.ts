import type { FetchedNetwork } from '../../../../contract/shop/earning-accounts.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { type ApiClient, FetchProblem } from './api-client.ts'

/** Sales as lines of a report that `reports/` recognises by the header. */
export type FetchedReport = { header: readonly string[]; rows: string[][] }

type Account = { accountId: string; token: string }
type Fetch = { client: ApiClient; base: string; account: Account; windows: Window[]; pace: () => Promise<unknown> }
/** Days, both included. */
export type Window = { from: string; to: string }

const awinHeader =
  'id,advertiser_id,click_ref,date,click_date,validation_date,sale_amount,sale_amount_currency,commission,currency,commission_status,order_ref,decline_reason,paid_to_publisher,voucher_code'
const cjHeader =
  'Commission ID,Original,Original Action ID,Action Status,Advertiser ID,Advertiser Name,Click Date,Event Date,Posting Date,Publisher Commission,Sale Amount,Shopper ID,Order ID,Website ID,Correction Reason,Currency'
const impactHeader =
  'Action Id,State,Campaign Id,Campaign Name,Referring Date,Event Date,Payout,Sale Amount,Currency,Sub Id 1,Shared Id,Oid,Action Tracker Id,Update Id,Update Date,DeltaPayout,DeltaAmount,Promo Code'

/** The sales of an account in some windows of at most 31 days. Throws `FetchProblem`. */
export const fetchSales: Record<FetchedNetwork, (fetch: Fetch) => Promise<FetchedReport>> = {
  async awin({ client, base, account, windows, pace }) {
    const rows: string[][] = []
    for (const { from, to } of windows) {
      const url = new URL(`${base}/publishers/${account.accountId}/transactions/`)
      url.search = new URLSearchParams({
        startDate: `${from}T00:00:00`,
        endDate: `${to}T23:59:59`,
        dateType: 'transaction',
        timezone: 'UTC',
      }).toString()
      const read = await client({ url, headers: { authorization: `Bearer ${account.token}` } })
      for (const sale of listOf(read, 'Awin')) rows.push(fromAwin(sale))
      await pace()
    }
    return { header: awinHeader.split(','), rows }
  },

  async cj({ client, base, account, windows, pace }) {
    const rows: string[][] = []
    const queue = [...windows]
    for (let window = queue.shift(); window; window = queue.shift()) {
      const query = cjQuery(account.accountId, window)
      const read = await client({
        url: new URL(`${base}/query`),
        headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      })
      if (at(read, 'errors') !== undefined)
        throw new FetchProblem('CJ rejected the query. Please check the account ID.')
      const found = at(at(read, 'data'), 'publisherCommissions')
      const halves = at(found, 'payloadComplete') === false ? split(window) : []
      if (halves.length > 0) queue.unshift(...halves)
      else for (const sale of listOf(at(found, 'records'), 'CJ')) rows.push(fromCj(sale))
      await pace()
    }
    return { header: cjHeader.split(','), rows }
  },

  async impact({ client, base, account, windows, pace }) {
    const rows: string[][] = []
    const authorization = `Basic ${Buffer.from(`${account.accountId}:${account.token}`).toString('base64')}`
    for (const { from, to } of windows)
      for (let page = 1, pages = 1; page <= pages; page++) {
        const url = new URL(`${base}/Mediapartners/${account.accountId}/Actions`)
        url.search = new URLSearchParams({
          ActionDateStart: `${from}T00:00:00Z`,
          ActionDateEnd: `${to}T23:59:59Z`,
          PageSize: '1000',
          Page: String(page),
        }).toString()
        const read = await client({ url, headers: { authorization } })
        for (const sale of listOf(at(read, 'Actions'), 'Impact')) rows.push(fromImpact(sale))
        pages = Math.min(Number(at(read, '@numpages') ?? 1) || 1, PAGES_MAX)
        await pace()
      }
    return { header: impactHeader.split(','), rows }
  },
}

const PAGES_MAX = 500

function fromAwin(sale: object): string[] {
  const amounts = [at(sale, 'saleAmount'), at(sale, 'commissionAmount')]
  return [
    ...texts(sale, 'id advertiserId'),
    ...texts(at(sale, 'clickRefs'), 'clickRef'),
    ...texts(sale, 'transactionDate clickDate validationDate'),
    ...amounts.flatMap((amount) => texts(amount, 'amount currency')),
    ...texts(sale, 'commissionStatus orderRef declineReason paidToPublisher voucherCode'),
  ]
}

function fromCj(sale: object): string[] {
  const names =
    'commissionId original originalActionId actionStatus advertiserId advertiserName clickDate eventDate postingDate pubCommissionAmountUsd saleAmountUsd shopperId orderId websiteId correctionReason'
  return [...texts(sale, names), 'USD']
}

function fromImpact(sale: object): string[] {
  // A change has an id of its own, and names its action.
  const [id = '', actionId = ''] = texts(sale, 'Id ActionId')
  const rest =
    'State CampaignId CampaignName ReferringDate EventDate Payout Amount Currency SubId1 SharedId Oid ActionTrackerId'
  const isUpdate = actionId !== '' && actionId !== id
  return [
    isUpdate ? actionId : id,
    ...texts(sale, rest),
    isUpdate ? id : '',
    ...texts(sale, 'UpdateDate DeltaPayout DeltaAmount PromoCode'),
  ]
}

function cjQuery(publisher: string, { from, to }: Window): string {
  const range = `sincePostingDate: "${from}T00:00:00Z", beforePostingDate: "${dayAfter(to)}T00:00:00Z"`
  const fields =
    'commissionId original originalActionId actionStatus advertiserId advertiserName clickDate eventDate postingDate pubCommissionAmountUsd saleAmountUsd shopperId orderId websiteId correctionReason'
  return `{ publisherCommissions(forPublishers: ["${publisher}"], ${range}) { count payloadComplete records { ${fields} } } }`
}

const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
const dayAfter = (day: string) => addDays(day, 1)

/** Windows of at most `length` days that end with `today`. */
export function windowsOf(today: string, lookBackDays: number, length = 31): Window[] {
  const windows = []
  for (let from = addDays(today, -lookBackDays); from <= today; from = addDays(from, length)) {
    const last = addDays(from, length - 1)
    windows.push({ from, to: last < today ? last : today })
  }
  return windows
}

/** The halves of a window; none of a single day. */
function split({ from, to }: Window): Window[] {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
  if (days === 0) return []
  const middle = addDays(from, Math.floor(days / 2))
  return [
    { from, to: middle },
    { from: dayAfter(middle), to },
  ]
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

function texts(value: unknown, names: string): string[] {
  return names.split(' ').map((name) => {
    const found = at(value, name)
    return typeof found === 'string' || typeof found === 'boolean' ? String(found) : ''
  })
}

function listOf(value: unknown, label: string): object[] {
  if (!Array.isArray(value)) throw new FetchProblem(`The response of ${label} holds no list of sales.`)
  return value.filter((item): item is object => typeof item === 'object' && item !== null)
}
