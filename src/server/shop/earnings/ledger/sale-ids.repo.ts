import { isOneOf } from '../../../platform/db/json-rows.ts'
import type { Db, Row } from '../../../platform/db/schema.ts'
import type { ReportRow } from '../reports/report-row.ts'
import { FINGERPRINT } from '../reports/sale-identity.ts'

type NumberedRow = { row: ReportRow; occurrence: number }

/** Gives reported rows the ids under which the ledger knows their sales. One for each file: it notes the rows before. */
export type SaleIds = {
  /** In the order of the file. */
  resolve(rows: readonly NumberedRow[]): Promise<NumberedRow[]>
}

export async function createSaleIds(db: Db): Promise<SaleIds> {
  const toProgram = await createProgramNames(db)
  /** The ids of generic programs in this file, with the first program that used each. */
  const owners = new Map<string, string | null>()
  return {
    async resolve(rows) {
      const told = await tellProgramsApart(db, rows, { toProgram, owners })
      return adoptFormerIds(db, told)
    },
  }
}

type Programs = { toProgram: (advertiser: string) => string; owners: Map<string, string | null> }

/**
 * Programs of small shops have ids of their own, and two may both have an order 1001. The first program that uses an id has it as it
 * is, another one together with its key. A sale of which the program is not known is that of the id alone.
 */
async function tellProgramsApart(
  db: Db,
  rows: readonly NumberedRow[],
  { toProgram, owners }: Programs,
): Promise<NumberedRow[]> {
  const isShared = ({ row }: NumberedRow) => row.network === 'generic' && row.hasOwnId
  const programOf = (row: ReportRow) => row.program ?? (row.advertiser === null ? null : toProgram(row.advertiser))
  const shared = rows.filter(isShared)
  if (shared.length === 0) return [...rows]
  const ids = new Set<string>()
  for (const { row } of shared)
    for (const id of [row.externalId, row.originalExternalId])
      if (id !== null) ids.add(id).add(withProgram(id, programOf(row)))
  const known = await db
    .selectFrom('earning_events')
    .select(['external_id', 'program', 'advertiser'])
    .where('network', '=', 'generic')
    .where(isOneOf(db, 'external_id', [...ids]))
    .orderBy('id')
    .execute()
  for (const { external_id, program, advertiser } of known) {
    const owner = program ?? (advertiser === null ? null : toProgram(advertiser))
    if (!owners.has(external_id) || owners.get(external_id) === null) owners.set(external_id, owner)
  }
  return rows.map((each) => {
    if (!isShared(each)) return each
    const program = programOf(each.row)
    const resolve = (id: string) => {
      const keyed = withProgram(id, program)
      const owner = owners.get(id)
      if (owners.has(keyed)) return keyed
      return program === null || owner === undefined || owner === null || owner === program ? id : keyed
    }
    const externalId = resolve(each.row.externalId)
    if (owners.get(externalId) == null) owners.set(externalId, program)
    const { originalExternalId } = each.row
    const original = originalExternalId === null ? null : resolve(originalExternalId)
    return { ...each, row: { ...each.row, program, externalId, originalExternalId: original } }
  })
}

const withProgram = (id: string, program: string | null) => (program === null ? id : `${id}@${program}`)

/** The key of a program by its name, its advertiser or its key; the name itself for a program that is not there. */
async function createProgramNames(db: Db): Promise<(advertiser: string) => string> {
  const programs = await db
    .selectFrom('programs')
    .select(['key', 'name', 'advertiser'])
    .where('network', '=', 'generic')
    .orderBy('id', 'desc')
    .execute()
  const keys = new Map<string, string>()
  for (const { key, name, advertiser } of programs)
    for (const each of [advertiser, name, key]) if (each !== '') keys.set(toName(each), key)
  return (advertiser) => keys.get(toName(advertiser)) ?? toName(advertiser)
}

const toName = (text: string) => text.trim().toLowerCase()

/** Fingerprints of earlier versions have this length. */
const FORMER_LENGTH = 32

/**
 * Rows without an id whose sales an earlier version recorded under a fingerprint of all cells get that one: the first row of a
 * kind that of the first such sale, and so on.
 */
async function adoptFormerIds(db: Db, rows: readonly NumberedRow[]): Promise<NumberedRow[]> {
  const own = rows.filter(({ row }) => row.externalId.startsWith(FINGERPRINT))
  if (own.length === 0) return [...rows]
  const unique = <Value extends string>(values: (Value | null)[]) =>
    [...new Set(values)].filter((value) => value !== null)
  const former = await db
    .selectFrom('earning_sales as sale')
    .innerJoin('earning_events as event', 'event.id', 'sale.event_id')
    .selectAll('event')
    .where(isOneOf(db, 'sale.network', unique(own.map(({ row }) => row.network))))
    .where(isOneOf(db, 'sale.currency', unique(own.map(({ row }) => row.currency))))
    .where(isOneOf(db, 'sale.posted_day', [...new Set(own.flatMap(({ row }) => daysAround(row)))]))
    .where((eb) => eb(eb.fn('length', ['sale.external_id']), '=', FORMER_LENGTH))
    .where('sale.external_id', 'not like', `${FINGERPRINT}%`)
    .orderBy('event.external_id')
    .orderBy('event.occurrence')
    .execute()
  if (former.length === 0) return [...rows]
  const byKind = Map.groupBy(former, kindOfEvent)
  return rows.map((each) => {
    if (!each.row.externalId.startsWith(FINGERPRINT)) return each
    const adopted = byKind.get(kindOfRow(each.row))?.[each.occurrence - 1]
    if (!adopted) return each
    return { row: { ...each.row, externalId: adopted.external_id }, occurrence: adopted.occurrence }
  })
}

const DAY_MS = 86_400_000

/** The days on which a sale may be posted, in whatever time zone the site had: an index leads to these. */
function daysAround({ postedAt, orderedAt, clickedAt }: ReportRow): string[] {
  const at = postedAt ?? orderedAt ?? clickedAt
  if (at === null) return []
  return [-1, 0, 1].map((days) => new Date(Date.parse(at) + days * DAY_MS).toISOString().slice(0, 10))
}

const toKind = (values: (string | number | null)[]) => JSON.stringify(values)

function kindOfRow(row: ReportRow): string {
  const { network, currency, commissionMinor, saleMinor, sku, trackingId, clickRef, orderId, quantity } = row
  const name = sku === null ? row.productName : null
  return toKind([
    ...[network, currency, commissionMinor, saleMinor, sku, trackingId, clickRef, orderId, quantity],
    ...[row.postedAt, row.orderedAt, name],
  ])
}

function kindOfEvent(event: Row<'earning_events'>): string {
  const { network, currency, commission_minor, sale_minor, sku, tracking_id, click_ref, order_id, quantity } = event
  const name = sku === null ? event.product_name : null
  return toKind([
    ...[network, currency, commission_minor, sale_minor, sku, tracking_id, click_ref, order_id, quantity],
    ...[event.posted_at, event.ordered_at, name],
  ])
}
