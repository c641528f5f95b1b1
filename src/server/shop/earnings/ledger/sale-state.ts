import { readPlacementCode } from '../../../../contract/shop/placements.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

type Event = Row<'earning_events'>

const ranks = { pending: 0, approved: 1, paid: 2, reversed: 3, void: 4 } as const

/**
 * The event that decides the state of a sale: the latest by posting date, then by status, then by recording. It does not
 * depend on the order of imports unless two reports contradict each other on the same date with the same status. What a
 * network pushes is a hint: a report decides, unless a later push has brought the sale further.
 */
export function decidingEvent(events: readonly Event[]): Event {
  const reports = events.filter(({ origin }) => origin !== 'push')
  if (reports.length === 0) return strongest(events)
  const report = strongest(reports)
  const later = events.filter(
    ({ origin, status, id }) => origin === 'push' && id > report.id && ranks[status] > ranks[report.status],
  )
  return later.length > 0 && report.status !== 'void' ? strongest(later) : report
}

const strongest = (events: readonly Event[]) =>
  events.reduce((best, event) => (compare(event, best) > 0 ? event : best))

function compare(a: Event, b: Event): number {
  if (a.status === 'void' || b.status === 'void') return ranks[a.status] - ranks[b.status]
  const [postedA, postedB] = [a.posted_at ?? '', b.posted_at ?? '']
  if (postedA !== postedB) return postedA < postedB ? -1 : 1
  return ranks[a.status] - ranks[b.status] || a.id - b.id
}

/** The present state of a sale; undefined for a void one. A correction takes what it lacks from the sale that it corrects. */
export function toSale(events: readonly Event[], original: Event | undefined): NewRow<'earning_sales'> | undefined {
  const event = decidingEvent(events)
  if (event.status === 'void') return undefined
  const click_ref = latest(events, event, 'click_ref') ?? original?.click_ref ?? null
  const placement = click_ref === null ? undefined : placementOf(click_ref)
  const days = {
    clicked: latest(events, event, 'clicked_day') ?? original?.clicked_day ?? null,
    ordered: latest(events, event, 'ordered_day') ?? original?.ordered_day ?? null,
    posted: event.posted_day,
  }
  const recorded = event.recorded_at.slice(0, 10)
  const { network, external_id, occurrence, status, currency, commission_minor, commission_rest } = event
  return {
    network,
    external_id,
    occurrence,
    status,
    currency,
    commission_minor,
    commission_rest,
    event_id: event.id,
    event_count: events.length,
    sale_minor: event.sale_minor ?? 0,
    clicked_day: days.clicked ?? days.ordered ?? days.posted ?? recorded,
    ordered_day: days.ordered ?? days.posted ?? days.clicked ?? recorded,
    posted_day: days.posted ?? days.ordered ?? days.clicked ?? recorded,
    source: placement?.source ?? null,
    source_id: placement?.sourceId ?? null,
    product_id: placement?.productId ?? event.product_id ?? original?.product_id ?? null,
    position: placement?.position ?? null,
    click_ref,
    tracking_id: latest(events, event, 'tracking_id') ?? original?.tracking_id ?? null,
    sku: latest(events, event, 'sku') ?? original?.sku ?? null,
    advertiser: latest(events, event, 'advertiser') ?? original?.advertiser ?? null,
  }
}

type Optional = 'click_ref' | 'tracking_id' | 'sku' | 'advertiser' | 'clicked_day' | 'ordered_day'

/** The value of the deciding event or, where it lacks one, of the strongest event that has it. */
function latest(events: readonly Event[], event: Event, column: Optional): string | null {
  if (event[column] !== null) return event[column]
  const having = events.filter((other) => other[column] !== null)
  return having.length === 0 ? null : decidingEvent(having)[column]
}

/** Link ids of the site from before placement codes. */
const formerPlacements: Record<string, { source: string; position?: string }> = {
  'home-grid': { source: 'home', position: 'card' },
  shop: { source: 'shop', position: 'card' },
  search: { source: 'search', position: 'card' },
}

type Place = { source: string; sourceId?: number; productId?: number; position?: string }

/** The place that a sub-id names; undefined for one that the site did not set. */
export function placementOf(clickRef: string): Place | undefined {
  return readPlacementCode(clickRef) ?? formerPlacements[clickRef]
}
