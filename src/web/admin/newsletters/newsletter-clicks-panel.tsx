import { useQuery } from '@tanstack/react-query'
import { isAutomatic } from '../../../contract/audience/automatic-newsletters.ts'
import { clickReasons, type NewsletterClicks } from '../../../contract/audience/newsletter-clicks.ts'
import type { Newsletter } from '../../../contract/audience/newsletters.ts'
import { newsletterClicksQuery } from '../../data/owner/newsletters.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Panel } from '../kit/panel.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { count } from './newsletter-state.tsx'

/** Clicks of people on the links of a newsletter, apart from what scanners opened, or where to switch the count on. */
export function NewsletterClicksPanel({
  newsletter,
}: {
  newsletter: Pick<Newsletter, 'id' | 'kind' | 'countsClicks'>
}) {
  if (newsletter.countsClicks) return <CountedClicks newsletterId={newsletter.id} />
  return <p className="px-1 text-sm text-ink-soft">{uncounted(newsletter.kind)}</p>
}

function uncounted(kind: Newsletter['kind']): string {
  if (kind === 'digest') return 'Clicks on its links were not counted: digests do not count them.'
  if (isAutomatic(kind))
    return 'Clicks on its links are not counted. To count them, choose “Count clicks on its links” in its settings.'
  return 'Clicks on its links were not counted. To count those of the next newsletter, choose “Count clicks on its links” in its settings before you send it.'
}

function CountedClicks({ newsletterId }: { newsletterId: number }) {
  const { data, error, isFetching, refetch } = useQuery(newsletterClicksQuery(newsletterId))
  return (
    <Panel title="Clicks by people">
      {error && !isFetching ? (
        <p className="text-sm">
          Its clicks could not be loaded.{' '}
          <ToolButton className="ml-2" onClick={() => void refetch()}>
            Try again
          </ToolButton>
        </p>
      ) : data ? (
        <Clicks clicks={data} />
      ) : (
        <Skeleton className="h-6 w-48" />
      )}
    </Panel>
  )
}

function Clicks({ clicks: { total, links, filtered, pending } }: { clicks: NewsletterClicks }) {
  return (
    <div className="space-y-4 text-sm">
      {total === 0 ? (
        <p className="text-ink-soft">No clicks of people yet.</p>
      ) : (
        <table className="w-full">
          <thead className="sr-only">
            <tr>
              <th scope="col">Link</th>
              <th scope="col">Clicks</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {links.map(({ url, label, clicks }) => (
              <tr key={url}>
                <th scope="row" className="py-1.5 pr-3 text-left font-medium wrap-anywhere">
                  {label || 'A picture'}
                  <span className="block text-xs font-normal text-ink-soft">{url}</span>
                </th>
                <td className="py-1.5 text-right align-top font-semibold tabular-nums">{count(clicks)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row" className="py-1.5 text-left font-semibold">
                Total
              </th>
              <td className="py-1.5 text-right font-semibold tabular-nums">{count(total)}</td>
            </tr>
          </tbody>
        </table>
      )}
      <p className="text-ink-soft">
        Known scanners and proxies are recognised by their user agent only, others by their pace: one that opens links
        slowly and with irregular pauses is counted, and a person who opens three links within ten seconds is not.
      </p>
      {pending > 0 && (
        <p className="text-ink-soft">
          {pending === 1 ? 'One more request is' : `${count(pending)} more requests are`} looked at: after some minutes
          scanners of mails are told apart from people.
        </p>
      )}
      {filtered.length > 0 && (
        <details>
          <summary className="cursor-pointer font-medium">
            Not counted: {count(filtered.reduce((sum, { count }) => sum + count, 0))} by scanners
          </summary>
          <ul className="mt-2 space-y-1 text-ink-soft">
            {filtered.map(({ reason, count: requests }) => (
              <li key={reason} className="flex justify-between gap-4">
                <span>{clickReasons[reason]}</span>
                <span className="tabular-nums">{count(requests)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
