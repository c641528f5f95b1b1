import { sql } from 'kysely'
import type { PostKind } from '../../../contract/content/posts.ts'
import { type DayRange, daysBetween } from '../../../contract/platform/days.ts'
import { alertStates, type LinkDetails, type LinkState, type LinkSummary } from '../../../contract/shop/links.ts'
import { contains } from '../../platform/db/contains.ts'
import { createRowList } from '../../platform/db/row-list.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import type { Named } from '../../platform/db/soft-delete.ts'
import type { SalesFilter } from '../earnings/summary/attributed-sales.repo.ts'
import { listFallbacksInUse } from './fallbacks.repo.ts'
import { sumEarnedByLinks } from './link-earnings.repo.ts'
import { isInUse } from './link-uses.repo.ts'

type LinkFilter = {
  q?: string | undefined
  state?: 'all' | 'attention' | LinkState | undefined
  /** Only read of a page of the list. */
  figures?: LinkFigures
}

/** The days whose clicks are counted, and the sales that count as earned. */
export type LinkFigures = { days: DayRange; sales: SalesFilter }

/** Products and texts that the list names for a link. */
const NAMED_USES = 3

/** Places and posts that the details of a link name. */
const PLACES_MAX = 200

const needsAttention = sql<boolean>`(links.state in (${sql.join(alertStates.map((state) => sql.lit(state)))}) and links.acknowledged_at is null)`

/** Links that something uses, those that need attention first. */
export const ownerLinks = createRowList({
  table: 'links',
  matching,
  sorts: {
    attention: (direction) => [
      sql`case when ${needsAttention} then 0 else 1 end ${direction}`,
      sql`lower(links.host) ${direction}`,
    ],
    url: (direction) => [sql`links.url ${direction}`],
    checkedAt: (direction) => [sql`links.checked_at ${direction}`],
  },
  defaultSort: 'attention',
  descending: [],
  read: (db, ids, { figures }) => readSummaries(db, ids, figures!),
})

function matching(db: Db, { q, state = 'all' }: LinkFilter) {
  return db
    .selectFrom('links')
    .where(isInUse)
    .$if(state === 'attention', (query) => query.where(needsAttention))
    .$if(state !== 'all' && state !== 'attention', (query) => query.where('links.state', '=', state as LinkState))
    .$if(Boolean(q), (query) => query.where(contains([sql.ref('links.url'), sql.ref('links.final_url')], q!)))
}

export async function findLink(db: Db, id: number, figures: LinkFigures): Promise<LinkDetails | undefined> {
  const [summary] = await readSummaries(db, [id], figures)
  if (!summary) return undefined
  const { chain } = await db.selectFrom('links').select('chain').where('id', '=', id).executeTakeFirstOrThrow()
  const [places, shownIn, checks] = [await listPlaces(db, id), await listShownIn(db, id), await listChecks(db, id)]
  return { ...summary, chain: JSON.parse(chain) as LinkDetails['chain'], places, shownIn, checks }
}

/** Links that are broken, gone, sold out or no longer credit the owner, and were not acknowledged. */
export async function countLinkAlerts(db: Db): Promise<Record<(typeof alertStates)[number], number>> {
  const rows = await db
    .selectFrom('links')
    .select(['state', sql<number>`count(*)`.as('count')])
    .where(isInUse)
    .where('acknowledged_at', 'is', null)
    .where('state', 'in', alertStates)
    .groupBy('state')
    .execute()
  const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]))
  const countOf = (state: LinkState) => counts.get(state) ?? 0
  return {
    broken: countOf('broken'),
    gone: countOf('gone'),
    'tag-lost': countOf('tag-lost'),
    'out-of-stock': countOf('out-of-stock'),
  }
}

/** Returns those that changed, by their URLs. */
export async function acknowledgeLinks(db: Db, ids: number[], now: string | null): Promise<Named[]> {
  return db
    .updateTable('links')
    .set({ acknowledged_at: now })
    .where('id', 'in', ids)
    .where('acknowledged_at', now === null ? 'is not' : 'is', null)
    .where('state', 'in', alertStates)
    .returning(['id', 'url as name'])
    .execute()
}

/** Puts links first in the next run. Returns them, by their URLs. */
export async function requestChecks(db: Db, ids: number[], now: string): Promise<Named[]> {
  return db
    .updateTable('links')
    .set({ requested_at: now })
    .where('id', 'in', ids)
    .returning(['id', 'url as name'])
    .execute()
}

export async function hasRequestedChecks(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('links')
    .select('id')
    .where('requested_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function readSummaries(db: Db, ids: number[], { days, sales }: LinkFigures): Promise<LinkSummary[]> {
  const rows = await db.selectFrom('links').selectAll().where('id', 'in', ids).execute()
  const uses = await db
    .selectFrom('link_uses')
    .leftJoin('products', (join) =>
      join.onRef('products.id', '=', 'link_uses.ref_id').on('link_uses.kind', '=', 'product'),
    )
    .leftJoin('posts', (join) => join.onRef('posts.id', '=', 'link_uses.ref_id').on('link_uses.kind', '=', 'post'))
    .select(['link_uses.link_id', 'link_uses.kind', 'link_uses.ref_id', 'link_uses.place'])
    .select(['posts.kind as post_kind', sql<string>`coalesce(products.name, posts.title, '')`.as('title')])
    .where('link_uses.link_id', 'in', ids)
    .orderBy('link_uses.kind', 'desc')
    .orderBy('link_uses.ref_id')
    .execute()
  const clicks = await countClicks(db, ids, days)
  const earned = await sumEarnedByLinks(db, ids, sales)
  const fallbacks = await listFallbacksInUse(db, ids)
  const byLink = Map.groupBy(uses, ({ link_id }) => link_id)
  return rows.map((row) => {
    const used = distinctUses(byLink.get(row.id) ?? [])
    return toSummary(row, {
      uses: used.length,
      usedIn: used.slice(0, NAMED_USES),
      clicks: clicks.get(row.id) ?? 0,
      earned: { amount: earned.get(row.id) ?? 0, currency: sales.currency },
      fallbacks: fallbacks.get(row.id)?.size ?? 0,
    })
  })
}

type UseRow = Pick<Row<'link_uses'>, 'kind' | 'ref_id'> & { post_kind: PostKind | null; title: string }

/** The products and texts of places, each once. A template is edited like a post. */
function distinctUses(rows: UseRow[]): LinkSummary['usedIn'] {
  const uses = rows.map(({ kind, ref_id, post_kind, title }): LinkSummary['usedIn'][number] => {
    const textKind = post_kind === 'page' || post_kind === 'newsletter' ? post_kind : 'post'
    return { kind: kind === 'product' ? kind : textKind, id: ref_id, title }
  })
  return [...new Map(uses.map((use) => [`${use.kind} ${use.id}`, use])).values()]
}

/** Each day is named, so that the rows of these products are looked up instead of all products of the days being read. */
async function countClicks(db: Db, ids: number[], { startDate, endDate }: DayRange): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('link_uses')
    .innerJoin('daily_totals', 'daily_totals.product_id', 'link_uses.ref_id')
    .select(['link_uses.link_id', sql<number>`sum(daily_totals.clicks)`.as('clicks')])
    .where('link_uses.link_id', 'in', ids)
    .where('link_uses.kind', '=', 'product')
    .where('link_uses.place', '=', 'link')
    .where('daily_totals.day', 'in', daysBetween(startDate, endDate))
    .groupBy('link_uses.link_id')
    .execute()
  return new Map(rows.map(({ link_id, clicks }) => [link_id, Number(clicks)]))
}

function toSummary(
  row: Row<'links'>,
  rest: Pick<LinkSummary, 'uses' | 'usedIn' | 'clicks' | 'earned' | 'fallbacks'>,
): LinkSummary {
  return {
    id: row.id,
    url: row.url,
    host: row.host,
    state: row.state,
    reason: row.reason,
    status: row.status,
    finalUrl: row.final_url,
    checkedAt: row.checked_at,
    changedAt: row.changed_at,
    acknowledgedAt: row.acknowledged_at,
    isRequested: row.requested_at !== null,
    failedDays: row.failed_days,
    ...rest,
  }
}

/** Every place in which a link stands, in the order of their kind and id. */
export async function listPlaces(db: Db, linkId: number): Promise<LinkDetails['places']> {
  const products = await db
    .selectFrom('link_uses')
    .innerJoin('products', 'products.id', 'link_uses.ref_id')
    .select(['products.id', 'products.name as title', 'products.is_active', 'link_uses.place'])
    .where('link_uses.link_id', '=', linkId)
    .where('link_uses.kind', '=', 'product')
    .where('products.deleted_at', 'is', null)
    .orderBy('products.id')
    .orderBy('link_uses.place')
    .limit(PLACES_MAX)
    .execute()
  const posts = await db
    .selectFrom('link_uses')
    .innerJoin('posts', 'posts.id', 'link_uses.ref_id')
    .select(['posts.id', 'posts.title', 'posts.published_at'])
    .where('link_uses.link_id', '=', linkId)
    .where('link_uses.kind', '=', 'post')
    .where('posts.deleted_at', 'is', null)
    .orderBy('posts.id')
    .limit(PLACES_MAX)
    .execute()
  const fallbacks = (await listFallbacksInUse(db, [linkId])).get(linkId)
  return [
    ...products.map(({ id, title, is_active, place }) => {
      const fallback = place === 'link' ? fallbacks?.get(id) : undefined
      return {
        kind: 'product' as const,
        id,
        title,
        place,
        isHidden: !is_active,
        ...(fallback && { fallback }),
      }
    }),
    ...posts.map(({ id, title, published_at }) => ({
      kind: 'post' as const,
      id,
      title,
      place: 'text' as const,
      isHidden: published_at === null,
    })),
  ]
}

async function listShownIn(db: Db, linkId: number): Promise<LinkDetails['shownIn']> {
  const products = db
    .selectFrom('link_uses')
    .select('ref_id')
    .where('link_id', '=', linkId)
    .where('kind', '=', 'product')
    .where('place', '=', 'link')
  const posts = await db
    .selectFrom('posts')
    .select(['id', 'title'])
    .where('deleted_at', 'is', null)
    .where('kind', '!=', 'template')
    .where('id', 'in', (eb) =>
      eb.selectFrom('post_references').select('post_id').where('kind', '=', 'product').where('ref_id', 'in', products),
    )
    .orderBy('id')
    .limit(PLACES_MAX)
    .execute()
  const routines = await db
    .selectFrom('routines')
    .select(['id', 'name as title'])
    .where('deleted_at', 'is', null)
    .where('id', 'in', (eb) =>
      eb.selectFrom('routine_products').select('routine_id').where('product_id', 'in', products),
    )
    .orderBy('id')
    .limit(PLACES_MAX)
    .execute()
  return [
    ...posts.map((row) => ({ kind: 'post' as const, ...row })),
    ...routines.map((row) => ({ kind: 'routine' as const, ...row })),
  ]
}

async function listChecks(db: Db, linkId: number): Promise<LinkDetails['checks']> {
  const rows = await db
    .selectFrom('link_checks')
    .select(['id', 'at', 'outcome', 'reason', 'status', 'is_counted'])
    .where('link_id', '=', linkId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ is_counted, ...row }) => ({ ...row, isCounted: Boolean(is_counted) }))
}
