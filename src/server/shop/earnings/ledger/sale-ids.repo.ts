import { type SqlBool, sql } from 'kysely'
import { isOneOf } from '../../../platform/db/json-rows.ts'
import type { Db } from '../../../platform/db/schema.ts'
import type { ReportRow } from '../reports/report-row.ts'
import { FINGERPRINT } from '../reports/sale-identity.ts'
import { listStoredSales, type StoredSale } from './stored-sales.repo.ts'

type NumberedRow = { row: ReportRow; occurrence: number }

/** Gives reported rows the ids under which the ledger knows their sales. One for each file: it notes the rows before. */
export type SaleIds = {
  /** Another table of the file begins: it may repeat the rows of the ones before. */
  beginTable(): void
  /** In the order of the table. */
  resolve(rows: readonly NumberedRow[]): Promise<NumberedRow[]>
}

export async function createSaleIds(db: Db): Promise<SaleIds> {
  const programs = await readPrograms(db)
  const owners = new Map<string, string | null>()
  const adopted = new Map<string, number>()
  return {
    beginTable: () => adopted.clear(),
    async resolve(rows) {
      const told = await tellProgramsApart(db, rows, { programs, owners })
      return adoptFormerIds(db, told, adopted)
    },
  }
}

type Owners = {
  programs: Programs
  /** The ids of generic sales with the program of each, as it was stored. */
  owners: Map<string, string | null>
}

/**
 * Programs of small shops have ids of their own, and two may both have an order 1001. The first program that uses an id has it as it
 * is, another one together with its key. A sale whose program is not certain is that of the id alone: a report may call a
 * program by another name than the owner.
 */
async function tellProgramsApart(
  db: Db,
  rows: readonly NumberedRow[],
  { programs, owners }: Owners,
): Promise<NumberedRow[]> {
  const isShared = ({ row }: NumberedRow) => row.network === 'generic' && row.hasOwnId
  const shared = rows.filter(isShared)
  if (shared.length === 0) return [...rows]
  const ids = new Set<string>()
  for (const { row } of shared)
    for (const id of [row.externalId, row.originalExternalId])
      if (id !== null) for (const candidate of [id, ...suffixed(id, row, programs)]) ids.add(candidate)
  const known = await db
    .selectFrom('earning_events')
    .select(['external_id', 'program', 'advertiser'])
    .where('network', '=', 'generic')
    .where(isOneOf(db, 'external_id', [...ids]))
    .orderBy('id')
    .execute()
  for (const { external_id, program, advertiser } of known)
    if (owners.get(external_id) == null) owners.set(external_id, program ?? advertiser)
  return rows.map((each) => {
    if (!isShared(each)) return each
    const program = programOf(each.row, programs)
    const resolve = (id: string) => {
      const names = suffixed(id, each.row, programs)
      const stored = names.find((name) => owners.has(name))
      if (stored !== undefined) return stored
      const owner = owners.get(id)
      return program === null || owner == null || !areDifferent(programs, owner, program) ? id : names[0]!
    }
    const externalId = resolve(each.row.externalId)
    if (owners.get(externalId) == null) owners.set(externalId, program)
    const { originalExternalId } = each.row
    const original = originalExternalId === null ? null : resolve(originalExternalId)
    return { ...each, row: { ...each.row, program, externalId, originalExternalId: original } }
  })
}

/** The key of a program of today or, without one, the name that the report gives. */
function programOf({ program, advertiser }: ReportRow, programs: Programs): string | null {
  if (program != null) return program
  return advertiser === null ? null : (programs.find(advertiser) ?? toName(advertiser))
}

/** Where a sale of this row may stand if another program has its id: by key, or by the name from before the program was there. */
function suffixed(id: string, row: ReportRow, programs: Programs): string[] {
  const names = [programOf(row, programs), row.advertiser === null ? null : toName(row.advertiser)]
  return [...new Set(names)].flatMap((name) => (name === null ? [] : [`${id}@${name}`]))
}

/** Two programs of today, or two names that are none of them. A name may belong to a program that is called otherwise here. */
function areDifferent(programs: Programs, one: string, other: string): boolean {
  const [first, second] = [programs.find(one), programs.find(other)]
  if (first !== undefined && second !== undefined) return first !== second
  return first === undefined && second === undefined && toName(one) !== toName(other)
}

type Programs = { find(name: string): string | undefined }

/** Finds the key of a generic program by its name, its advertiser or its key. */
async function readPrograms(db: Db): Promise<Programs> {
  const programs = await db
    .selectFrom('programs')
    .select(['key', 'name', 'advertiser'])
    .where('network', '=', 'generic')
    .orderBy('id', 'desc')
    .execute()
  const keys = new Map<string, string>()
  for (const { key, name, advertiser } of programs)
    for (const each of [advertiser, name, key]) if (each !== '') keys.set(toName(each), key)
  return { find: (name) => keys.get(toName(name)) }
}

const toName = (text: string) => text.trim().toLowerCase()

/** Fingerprints of earlier versions have this length. */
const isFormer = sql<SqlBool>`length(sale.external_id) = 32 and sale.external_id not like ${`${FINGERPRINT}%`}`

/**
 * Rows without an id whose sales an earlier version recorded under a fingerprint of all cells get that one: the first row of a
 * kind that of the first such sale, and so on. `adopted` counts those of each kind in the table.
 */
async function adoptFormerIds(
  db: Db,
  rows: readonly NumberedRow[],
  adopted: Map<string, number>,
): Promise<NumberedRow[]> {
  const own = rows.filter(({ row }) => row.externalId.startsWith(FINGERPRINT))
  if (own.length === 0) return [...rows]
  const former = Map.groupBy(
    await listStoredSales(
      db,
      own.map(({ row }) => row),
      isFormer,
    ),
    kindOfSale,
  )
  if (former.size === 0) return [...rows]
  const keyOf = (externalId: string, occurrence: number) => `${occurrence} ${externalId}`
  const stored = await db
    .selectFrom('earning_sales')
    .select(['external_id', 'occurrence'])
    .where(isOneOf(db, 'external_id', [...new Set(own.map(({ row }) => row.externalId))]))
    .execute()
  const isStored = new Set(stored.map(({ external_id, occurrence }) => keyOf(external_id, occurrence)))
  return rows.map((each) => {
    const { row, occurrence } = each
    if (!row.externalId.startsWith(FINGERPRINT) || isStored.has(keyOf(row.externalId, occurrence))) return each
    const kind = kindOfRow(row)
    const count = adopted.get(kind) ?? 0
    const sale = former.get(kind)?.[count]
    if (!sale) return each
    adopted.set(kind, count + 1)
    return { row: { ...row, externalId: sale.external_id }, occurrence: sale.occurrence }
  })
}

const toKind = (values: (string | number | null)[]) => JSON.stringify(values)

function kindOfRow(row: ReportRow): string {
  const { network, currency, commissionMinor, saleMinor, sku, trackingId, clickRef, orderId, quantity } = row
  return toKind([
    ...[network, currency, commissionMinor, saleMinor, sku, trackingId, clickRef, orderId, quantity],
    ...[row.postedAt, row.orderedAt, sku === null ? row.productName : null],
    network === 'amazon' ? null : row.advertiser,
  ])
}

function kindOfSale(sale: StoredSale): string {
  const { network, currency, commission_minor, sale_minor, sku, tracking_id, click_ref, order_id, quantity } = sale
  return toKind([
    ...[network, currency, commission_minor, sale_minor, sku, tracking_id, click_ref, order_id, quantity],
    ...[sale.posted_at, sale.ordered_at, sku === null ? sale.product_name : null],
    network === 'amazon' ? null : sale.advertiser,
  ])
}
