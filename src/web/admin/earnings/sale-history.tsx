import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '../../../contract/shop/money.ts'
import { networks } from '../../../contract/shop/networks.ts'
import type { SaleEvent } from '../../../contract/shop/sale-events.ts'
import { saleEventsQuery } from '../../data/owner/earnings.ts'
import { LoadFailure } from '../kit/load-failure.tsx'
import { StatusBadge } from '../kit/status-badge.tsx'
import { useDates } from '../kit/use-dates.ts'
import { saleStatusLabels } from './sale-status-labels.ts'

/** The states of one sale in the ledger, which nothing overwrites, the oldest first. */
export function SaleHistory({ id, saleId, label }: { id: string; saleId: number; label: string }) {
  const query = useQuery(saleEventsQuery(saleId))
  const { data, isPending } = query
  return (
    <div id={id} className="mt-3 basis-full">
      {isPending && (
        <p role="status" className="text-ink-soft">
          Loading the history...
        </p>
      )}
      <LoadFailure query={query}>The history could not be loaded.</LoadFailure>
      {data?.length === 0 && <p className="text-ink-soft">The ledger has no row of this sale any more.</p>}
      {data && data.length > 0 && (
        <ol aria-label={label} className="space-y-3 border-l-2 border-line pl-4">
          {data.map((event) => (
            <EventItem key={event.id} event={event} />
          ))}
        </ol>
      )}
    </div>
  )
}

function EventItem({ event }: { event: SaleEvent }) {
  const { moment, calendarDay } = useDates()
  const dates = [
    event.clickedAt && `clicked ${formatReported(event.clickedAt, calendarDay)}`,
    event.orderedAt && `ordered ${formatReported(event.orderedAt, calendarDay)}`,
    event.postedAt && `posted ${formatReported(event.postedAt, calendarDay)}`,
  ].filter(Boolean)
  return (
    <li>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{saleStatusLabels[event.status]}</span>
        <span className="tabular-nums">{formatMoney(event.commission, event.currency)}</span>
        {event.saleAmount !== null && (
          <span className="text-ink-soft tabular-nums">
            of a sale of {formatMoney(event.saleAmount, event.currency)}
          </span>
        )}
        {event.isCurrent && <StatusBadge tone="good">Counts now</StatusBadge>}
      </p>
      {dates.length > 0 && <p className="text-ink-soft first-letter:uppercase">{dates.join(' · ')}</p>}
      {event.reason && <p className="text-ink-soft wrap-anywhere">{event.reason}</p>}
      <p className="text-ink-soft wrap-anywhere">
        {sourceOf(event)} · recorded {moment(event.recordedAt)}
      </p>
    </li>
  )
}

function sourceOf({ origin, network, externalId, fileName, fileRow }: SaleEvent): string {
  const { label } = networks[network]
  const sources: Record<SaleEvent['origin'], string> = {
    manual: 'Entered by hand',
    postback: 'Recorded by a postback',
    push: `Pushed by ${label}, transaction ${externalId}`,
    import: `${fileName ?? `A report of ${label}`}${fileRow === null ? '' : `, row ${fileRow}`}, transaction ${externalId}`,
  }
  return sources[origin]
}

/** The day of what a network reported, and its time in UTC where it reported one. */
function formatReported(reported: string, calendarDay: (day: string) => string): string {
  const time = /^\d{4}-\d\d-\d\dT(\d\d:\d\d)/.exec(reported)?.[1]
  const day = calendarDay(reported.slice(0, 10))
  return time ? `${day}, ${time} UTC` : day
}
