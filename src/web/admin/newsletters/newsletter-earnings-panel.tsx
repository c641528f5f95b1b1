import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '../../../contract/money.ts'
import { newsletterEarningsQuery } from '../../data/owner/newsletters.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Panel } from '../kit/panel.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { count } from './newsletter-state.tsx'

/** Sales and commission that reports of the networks attribute to the links of a newsletter. */
export function NewsletterEarningsPanel({ newsletterId }: { newsletterId: number }) {
  const { data, error, isFetching, refetch } = useQuery(newsletterEarningsQuery(newsletterId))
  return (
    <Panel title="Earned by its links">
      {error && !isFetching ? (
        <p className="text-sm">
          What it earned could not be loaded.{' '}
          <ToolButton className="ml-2" onClick={() => void refetch()}>
            Try again
          </ToolButton>
        </p>
      ) : !data ? (
        <Skeleton className="h-6 w-48" />
      ) : data.length === 0 ? (
        <p className="text-sm text-ink-soft">
          No sale yet. Sales appear once a report of the network names the placement code of the newsletter.
        </p>
      ) : (
        <ul className="space-y-1 text-sm">
          {data.map(({ currency, earned, sales }) => (
            <li key={currency}>
              <strong className="tabular-nums">{formatMoney(earned, currency)}</strong>{' '}
              {sales === 1 ? 'from one sale' : `from ${count(sales)} sales`}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
