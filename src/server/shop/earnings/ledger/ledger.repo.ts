import { sql } from 'kysely'
import { lockTable } from '../../../platform/db/advisory-lock.ts'
import { deleteRows, insertRows, isOneOf } from '../../../platform/db/json-rows.ts'
import type { Db, Row } from '../../../platform/db/schema.ts'
import { actionOfUpdate, countedUpdates } from './action-updates.ts'
import type { LedgerEvent } from './ledger-event.ts'
import { findReportedConversions } from './reported-conversions.repo.ts'
import { decidingEvent, toSale } from './sale-state.ts'

type SaleKey = Pick<LedgerEvent, 'network' | 'external_id' | 'occurrence'>
type Event = Row<'earning_events'>
export type Outcome = 'new' | 'changed' | 'reversed' | 'known'

const keyOf = ({ network, external_id, occurrence }: SaleKey) => `${network} ${occurrence} ${external_id}`

/**
 * Records events of which the ledger does not know the content, and brings the states of their sales up to date. Run it in a
 * transaction. Recording the same again changes nothing. Returns an outcome for each event.
 */
export async function recordEvents(
  db: Db,
  events: readonly LedgerEvent[],
  importId: number | null,
): Promise<Outcome[]> {
  if (events.length === 0) return []
  await lockTable(db, 'earning_events')
  const known = await findKnown(db, events)
  const firsts: LedgerEvent[] = []
  const changes: LedgerEvent[] = []
  const outcomes = events.map((event) => {
    const outcome = known.add(event)
    if (outcome !== 'known') (known.isFirst(event) ? firsts : changes).push(event)
    return outcome
  })
  if (importId !== null) await linkImports(db, importId, known.imports(events))
  const recorded = await insertEvents(db, firsts, known)
  await insertEvents(db, changes, known)
  await projectSales(db, [...firsts, ...changes], withoutKeysOf(recorded, changes))
  return outcomes
}

/** The events of sales that have no other one. */
function withoutKeysOf(events: readonly Event[], others: readonly SaleKey[]): Event[] {
  const keys = new Set(others.map(keyOf))
  return events.filter((event) => !keys.has(keyOf(event)))
}

/** Finds the states of the sales of some events that the ledger, or an earlier row of the same batch, has. */
export async function findKnown(db: Db, events: readonly LedgerEvent[]) {
  const { sales, importsOf } = await readKnown(db, events)
  return {
    /** Notes an event and says what it is to the ledger. */
    add(event: LedgerEvent): Outcome {
      const key = keyOf(event)
      const sale = sales.get(key)
      const isReversal = event.status === 'reversed'
      if (!sale) {
        sales.set(key, {
          firstId: undefined,
          first: event,
          hashes: new Set([event.content_hash]),
          isReversed: isReversal,
        })
        return event.original_external_id !== null && event.commission_minor < 0 ? 'reversed' : 'new'
      }
      if (sale.hashes.has(event.content_hash)) return 'known'
      sale.hashes.add(event.content_hash)
      const outcome = isReversal && !sale.isReversed ? 'reversed' : 'changed'
      sale.isReversed ||= isReversal
      return outcome
    },
    isFirst: (event: LedgerEvent) => sales.get(keyOf(event))?.first === event,
    /** The first row of the sale that an event changes or corrects. */
    originalId(event: LedgerEvent): number | null {
      const own = sales.get(keyOf(event))?.firstId
      if (own !== undefined) return own
      if (event.original_external_id === null) return null
      return sales.get(keyOf({ ...event, external_id: event.original_external_id, occurrence: 1 }))?.firstId ?? null
    },
    setFirstId(key: SaleKey, id: number) {
      const sale = sales.get(keyOf(key))
      if (sale) sale.firstId ??= id
    },
    /** The imports that brought rows of these sales. */
    imports: (of: readonly SaleKey[]) => new Set(of.flatMap((key) => [...(importsOf.get(keyOf(key)) ?? [])])),
  }
}

type KnownSale = {
  firstId: number | undefined
  first: LedgerEvent | undefined
  hashes: Set<string>
  isReversed: boolean
}

/** The sales that the ledger has of some events, and the imports that brought their rows, by the keys of the sales. */
async function readKnown(db: Db, events: readonly LedgerEvent[]) {
  const ids = new Set<string>()
  for (const { external_id, original_external_id } of events) {
    ids.add(external_id)
    if (original_external_id !== null) ids.add(original_external_id)
  }
  const rows = await db
    .selectFrom('earning_events')
    .select(['id', 'network', 'external_id', 'occurrence', 'content_hash', 'status', 'import_id'])
    .where(isOneOf(db, 'external_id', [...ids]))
    .orderBy('id')
    .execute()
  const sales = new Map<string, KnownSale>()
  const importsOf = new Map<string, Set<number>>()
  for (const row of rows) {
    const key = keyOf(row)
    const sale = sales.get(key)
    if (sale) {
      sale.hashes.add(row.content_hash)
      sale.isReversed ||= row.status === 'reversed'
    } else {
      const isReversed = row.status === 'reversed'
      sales.set(key, { firstId: row.id, first: undefined, hashes: new Set([row.content_hash]), isReversed })
    }
    if (row.import_id !== null) {
      const imports = importsOf.get(key) ?? new Set()
      importsOf.set(key, imports.add(row.import_id))
    }
  }
  for (const { sale, firstId } of await listFirstConversions(db, events)) {
    const known = sales.get(keyOf(sale))
    if (!known) sales.set(keyOf(sale), { firstId, first: undefined, hashes: new Set(), isReversed: false })
  }
  return { sales, importsOf }
}

/** The conversions that are the same sales as some events: their rows are the first of these sales. */
async function listFirstConversions(db: Db, events: readonly SaleKey[]) {
  const reported = await findReportedConversions(db, events)
  if (reported.length === 0) return []
  const rows = await db
    .selectFrom('earning_events')
    .select(['id', 'external_id'])
    .where('network', '=', 'generic')
    .where(
      isOneOf(
        db,
        'external_id',
        reported.map(({ conversion }) => conversion.external_id),
      ),
    )
    .orderBy('id')
    .execute()
  return reported.flatMap(({ sale, conversion }) => {
    const first = rows.find(({ external_id }) => external_id === conversion.external_id)
    return first ? [{ sale, firstId: first.id }] : []
  })
}

const eventColumns = [
  ...['network', 'external_id', 'occurrence', 'content_hash', 'original_id', 'original_external_id', 'status'],
  ...[
    'sale_minor',
    'commission_minor',
    'commission_rest',
    'currency',
    'clicked_at',
    'ordered_at',
    'posted_at',
    'clicked_day',
  ],
  ...['ordered_day', 'posted_day', 'click_ref', 'tracking_id', 'product_id', 'advertiser', 'order_id', 'sku'],
  ...['program', 'promo_code', 'product_name', 'quantity', 'reason', 'origin', 'import_id', 'file_row', 'recorded_at'],
]

/** Without the columns that are null in all rows: reports leave half of them out. None of these tables has another default for them. */
function usedColumns(columns: readonly string[], rows: readonly Record<string, unknown>[]): string[] {
  return columns.filter((column) => rows.some((row) => row[column] !== null))
}

/** Returns those that were inserted; of equal keys one. */
async function insertEvents(
  db: Db,
  events: LedgerEvent[],
  known: Awaited<ReturnType<typeof findKnown>>,
): Promise<Event[]> {
  if (events.length === 0) return []
  const rows = events.map((event) => ({ ...event, original_id: known.originalId(event) }))
  const inserted = await sql<SaleKey & { id: number }>`
    ${insertRows(db, 'earning_events', usedColumns(eventColumns, rows), rows)}
    on conflict (external_id, network, occurrence, content_hash) do nothing
    returning id, network, external_id, occurrence`.execute(db)
  const ids = new Map(inserted.rows.map((row) => [keyOf(row), row.id]))
  for (const row of inserted.rows) known.setFirstId(row, row.id)
  return rows.flatMap((row) => {
    const id = ids.get(keyOf(row))
    return id === undefined ? [] : [{ ...row, id }]
  })
}

async function linkImports(db: Db, importId: number, others: ReadonlySet<number>): Promise<void> {
  const links = [...others].filter((id) => id !== importId).map((builds_on) => ({ import_id: importId, builds_on }))
  if (links.length > 0)
    await sql`${insertRows(db, 'earning_import_links', ['import_id', 'builds_on'], links)} on conflict do nothing`.execute(
      db,
    )
}

const saleColumns = [
  ...['network', 'external_id', 'occurrence', 'event_id', 'event_count', 'status', 'sale_minor', 'commission_minor'],
  ...[
    'commission_rest',
    'currency',
    'clicked_day',
    'ordered_day',
    'posted_day',
    'source',
    'source_id',
    'product_id',
    'position',
  ],
  ...['click_ref', 'tracking_id', 'sku', 'advertiser'],
]

/**
 * Derives the states of sales, and of the corrections of them, from their events. `only` are events that the caller has recorded of
 * sales without another one, so that they need not be read again.
 */
export async function projectSales(db: Db, keys: readonly SaleKey[], only: readonly Event[] = []): Promise<void> {
  if (keys.length === 0) return
  // Which changes of an action count depends on all of them.
  const ids = [...new Set(keys.flatMap(({ external_id }) => [external_id, actionOfUpdate(external_id) ?? external_id]))]
  const corrections = await db
    .selectFrom('earning_events')
    .select(['network', 'external_id', 'occurrence'])
    .where(isOneOf(db, 'original_external_id', ids))
    .execute()
  const reported = await findReportedConversions(db, keys)
  const pairs = reported.flatMap(({ conversion, sale }) => [conversion, sale])
  const wanted = new Map([...keys, ...corrections, ...pairs].map((key) => [keyOf(key), key]))
  const events = Map.groupBy(only, keyOf)
  const others = [...wanted].flatMap(([key, sale]) => (events.has(key) ? [] : [sale]))
  for (const [key, of] of Map.groupBy(await readEvents(db, others), keyOf)) if (!events.has(key)) events.set(key, of)
  const originals = Map.groupBy(await readOriginals(db, [...events.values()]), keyOf)
  const uncounted = findUncountedUpdates(events, originals)
  const saleOf = new Map(reported.map(({ conversion, sale }) => [keyOf(conversion), keyOf(sale)]))
  const conversionOf = new Map(reported.map(({ conversion, sale }) => [keyOf(sale), keyOf(conversion)]))
  const sales = []
  const gone = []
  for (const [key, { network, external_id, occurrence }] of wanted) {
    const of = events.get(key)
    const correctedId = of?.find((event) => event.original_external_id !== null)?.original_external_id
    const original = correctedId
      ? originals.get(keyOf({ network, external_id: correctedId, occurrence: 1 }))?.at(-1)
      : events.get(conversionOf.get(key) ?? '')?.find(({ status }) => status !== 'void')
    const isReported = events.has(saleOf.get(key) ?? '')
    const sale = of && !isReported && !uncounted.has(key) ? toSale(of, original) : undefined
    if (sale) sales.push(sale)
    else gone.push({ network, external_id, occurrence })
  }
  if (gone.length > 0) await deleteRows(db, 'earning_sales', ['external_id', 'network', 'occurrence'], gone).execute(db)
  if (sales.length === 0) return
  const changed = saleColumns.slice(3).map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`)
  const rows = sales as Record<string, string | number | null>[]
  await sql`
    ${insertRows(db, 'earning_sales', usedColumns(saleColumns, rows), rows)}
    on conflict (external_id, network, occurrence) do update set ${sql.join(changed)}`.execute(db)
}

/** The changes of actions that the states of these contain already. */
function findUncountedUpdates(
  events: ReadonlyMap<string, Event[]>,
  originals: ReadonlyMap<string, Event[]>,
): Set<string> {
  const updates = [...events.values()].flatMap((of) => (actionOfUpdate(of[0]!.external_id) ? [decidingEvent(of)] : []))
  const uncounted = new Set(updates.map(keyOf))
  const ofAction = ({ network, external_id }: SaleKey) =>
    keyOf({ network, external_id: actionOfUpdate(external_id)!, occurrence: 1 })
  for (const [action, of] of Map.groupBy(updates, ofAction))
    for (const update of countedUpdates(originals.get(action) ?? [], of)) uncounted.delete(keyOf(update))
  return uncounted
}

async function readEvents(db: Db, keys: readonly SaleKey[]): Promise<Event[]> {
  if (keys.length === 0) return []
  const ids = [...new Set(keys.map(({ external_id }) => external_id))]
  return db
    .selectFrom('earning_events')
    .selectAll()
    .where(isOneOf(db, 'external_id', ids))
    .execute()
}

/** The first occurrences of the sales that some events correct. */
async function readOriginals(db: Db, sales: Event[][]): Promise<Event[]> {
  const ids = new Set(sales.flat().flatMap(({ original_external_id }) => original_external_id ?? []))
  if (ids.size === 0) return []
  const rows = await db
    .selectFrom('earning_events')
    .selectAll()
    .where(isOneOf(db, 'external_id', [...ids]))
    .orderBy('id', 'desc')
    .execute()
  return rows
}

/** The sales of some events. */
export function listSaleKeys(db: Db, eventIds: readonly number[]): Promise<SaleKey[]> {
  return db
    .selectFrom('earning_events')
    .select(['network', 'external_id', 'occurrence'])
    .where(isOneOf(db, 'id', eventIds))
    .execute()
}

/** Deletes at most `limit` events of an import and derives their sales again; returns how many it has deleted. */
export async function removeEvents(db: Db, importId: number, limit: number): Promise<number> {
  await lockTable(db, 'earning_events')
  const rows = await db
    .selectFrom('earning_events')
    .select(['id', 'network', 'external_id', 'occurrence'])
    .where('import_id', '=', importId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  if (rows.length === 0) return 0
  await db
    .deleteFrom('earning_events')
    .where(
      isOneOf(
        db,
        'id',
        rows.map(({ id }) => id),
      ),
    )
    .execute()
  await projectSales(db, rows)
  return rows.length
}
