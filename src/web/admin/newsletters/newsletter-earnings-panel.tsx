import { useQuery } from '@tanstack/react-query'
import { NEWSLETTER_PLACEMENTS_MAX, type NewsletterEarnings } from '../../../contract/audience/newsletter-earnings.ts'
import { formatMoney } from '../../../contract/shop/money.ts'
import { newsletterEarningsQuery } from '../../data/owner/newsletters.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Panel } from '../kit/panel.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { count } from './newsletter-state.tsx'

/** Orders, sales and commission that reports of the networks attribute to the links of a newsletter. */
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
        <div className="space-y-6">
          {data.map((earnings) => (
            <PlacementTable key={earnings.currency} earnings={earnings} />
          ))}
        </div>
      )}
    </Panel>
  )
}

const number = 'py-1.5 pl-2 text-right tabular-nums whitespace-nowrap sm:pl-4'

function PlacementTable({ earnings }: { earnings: NewsletterEarnings }) {
  const { currency, placements, orders, ordered, earned } = earnings
  return (
    <section aria-label={`In ${currency}`} className="overflow-x-auto text-sm">
      <table className="w-full">
        <caption className="mb-1 text-left">
          <strong>{formatMoney(earned, currency)}</strong> from {orders === 1 ? 'one order' : `${count(orders)} orders`}
        </caption>
        <thead>
          <tr className="border-b border-line text-ink-soft">
            <th scope="col" className="py-1.5 text-left font-semibold">
              Placement
            </th>
            <th scope="col" className={`${number} font-semibold`}>
              Orders
            </th>
            <th scope="col" className={`${number} font-semibold max-sm:hidden`}>
              Sales
            </th>
            <th scope="col" className={`${number} font-semibold`}>
              Commission
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {placements.map(({ productId, product, position, ...sums }) => (
            <tr key={`${productId} ${position}`}>
              <th scope="row" className="min-w-32 py-1.5 text-left font-medium wrap-anywhere">
                {product ?? 'No product'}
                <span className="block text-xs font-normal text-ink-soft">{position}</span>
              </th>
              <td className={number}>{count(sums.orders)}</td>
              <td className={`${number} max-sm:hidden`}>{formatMoney(sums.ordered, currency)}</td>
              <td className={`${number} font-semibold`}>{formatMoney(sums.earned, currency)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t-2 border-line font-semibold">
            <th scope="row" className="py-1.5 text-left">
              Total
            </th>
            <td className={number}>{count(orders)}</td>
            <td className={`${number} max-sm:hidden`}>{formatMoney(ordered, currency)}</td>
            <td className={number}>{formatMoney(earned, currency)}</td>
          </tr>
        </tfoot>
      </table>
      {placements.length === NEWSLETTER_PLACEMENTS_MAX && (
        <p className="mt-1 text-ink-soft">The {NEWSLETTER_PLACEMENTS_MAX} placements with the most commission.</p>
      )}
    </section>
  )
}
