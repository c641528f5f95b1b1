import { sql } from 'kysely'
import type { Page } from '../../../../contract/platform/paths.ts'
import type { Sale } from '../../../../contract/shop/earnings.ts'
import type { NetworkName } from '../../../../contract/shop/networks.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { createSharedIdCheck } from '../programs/assigned-posts.repo.ts'
import { REST_UNITS } from '../reports/report-amounts.ts'
import {
  attributedSales,
  earned,
  earnedRest,
  matchesFilter,
  reversed,
  type SalesFilter,
  salesOfPeriod,
} from './attributed-sales.repo.ts'
import { namePlaces, nameProducts } from './place-names.repo.ts'

type SaleRow = {
  id: number
  network: NetworkName
  status: Sale['status']
  commission_minor: number
  commission_rest: number
  earned: number
  earned_rest: number
  reversed: number
  sale_minor: number
  currency: string
  clicked_day: string
  ordered_day: string
  posted_day: string
  day: string
  place_source: string | null
  place_id: number | null
  product: number | null
  advertiser: string | null
  external_id: string
  occurrence: number
  click_ref: string | null
  tracking_id: string | null
  sku: string | null
  event_count: number
  order_id: string | null
  product_name: string | null
  reason: string | null
  file_row: number | null
  file_name: string | null
}

/** A page of the sales behind a number. */
export async function listSales(db: Db, filter: SalesFilter, { page = 1, limit = 50 }): Promise<Page<Sale>> {
  const found = await sql<SaleRow>`
    ${selectSales(db, filter)} order by a.day desc, a.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return { items: (await toSales(db, found.rows)).map(({ sale }) => sale), total: await countSales(db, filter) }
}

/** Only the lines of a group depend on the attribution. */
async function countSales(db: Db, filter: SalesFilter): Promise<number> {
  const sales =
    filter.group === undefined
      ? sql`${salesOfPeriod(filter)} and`
      : sql`from (${attributedSales(db, filter)}) as a where`
  const { rows } = await sql<{ total: number }>`select count(*) as total ${sales} ${matchesFilter(filter)}`.execute(db)
  return Number(rows[0]!.total)
}

/** All of them, `size` at a time; sales that are recorded meanwhile may be missing. */
export async function* walkSales(db: Db, filter: SalesFilter, size = 1000) {
  for (let last: SaleRow | undefined; ; ) {
    const after = last ? sql`and (a.day < ${last.day} or (a.day = ${last.day} and a.id < ${last.id}))` : sql``
    const { rows } = await sql<SaleRow>`
      ${selectSales(db, filter)} ${after} order by a.day desc, a.id desc limit ${size}`.execute(db)
    if (rows.length > 0) yield await toSales(db, rows)
    last = rows.at(-1)
    if (!last || rows.length < size) return
  }
}

function selectSales(db: Db, filter: SalesFilter) {
  return sql`
    select a.*, ${earned} as earned, ${earnedRest} as earned_rest, ${reversed} as reversed, e.order_id, e.product_name, e.reason, e.file_row,
      i.file_name
    from (select * from (${attributedSales(db, filter)}) as b where ${matchesFilter(filter)}) as a
    join (select id as event, order_id, product_name, reason, file_row, import_id from earning_events) as e
      on e.event = a.event_id
    left join (select id as import, file_name from earning_imports) as i on i.import = e.import_id
    where 1 = 1`
}

async function toSales(db: Db, rows: readonly SaleRow[]): Promise<({ sale: Sale } & ReturnType<typeof ofFile>)[]> {
  const nameOf = await namePlaces(
    db,
    rows.map(({ place_source, place_id }) => ({ source: place_source, id: place_id })),
  )
  const products = await nameProducts(db, [...new Set(rows.flatMap(({ product }) => product ?? []))])
  const isShared = await createSharedIdCheck(db)
  const placeOf = (row: SaleRow) =>
    row.place_source === null && isShared(row.network, row.tracking_id)
      ? 'Shared tracking ID'
      : nameOf({ source: row.place_source, id: row.place_id })
  return rows.map((row) => ({ sale: toSale(row, placeOf(row), products), ...ofFile(row) }))
}

/** Amounts with the fractions of minor units that the file has. */
function ofFile(row: SaleRow) {
  const exact = (minor: number, rest: number) => Number(minor) + Number(rest) / REST_UNITS
  const commission = exact(row.commission_minor, row.commission_rest)
  return {
    commission,
    earned: exact(row.earned, row.earned_rest),
    reversed: Number(row.reversed) > 0 ? Math.abs(commission) : 0,
  }
}

function toSale(row: SaleRow, place: string, products: Map<number, string>): Sale {
  return {
    id: row.id,
    network: row.network,
    // A return at Amazon, which its reports call no status.
    status: Number(row.reversed) > 0 ? 'reversed' : row.status,
    commission: Number(row.commission_minor),
    earned: Number(row.earned),
    saleAmount: Number(row.sale_minor),
    currency: row.currency,
    clickedDay: row.clicked_day,
    orderedDay: row.ordered_day,
    postedDay: row.posted_day,
    place,
    isAttributed: row.place_source !== null,
    productName: row.product_name ?? (row.product === null ? null : (products.get(row.product) ?? null)),
    advertiser: row.advertiser,
    orderId: row.order_id,
    externalId: row.external_id,
    occurrence: row.occurrence,
    clickRef: row.click_ref,
    trackingId: row.tracking_id,
    sku: row.sku,
    reason: row.reason,
    eventCount: row.event_count,
    fileName: row.file_name,
    fileRow: row.file_row,
  }
}
