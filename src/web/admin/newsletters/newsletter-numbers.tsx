import type { ReactNode } from 'react'
import type { Newsletter, NewsletterNumbers } from '../../../contract/audience/newsletters.ts'
import { Panel } from '../kit/panel.tsx'
import { count, settledOf } from './newsletter-state.tsx'

type Line = [label: string, explanation: string, value: number, of: number]

/** Shows what became of a newsletter: the main numbers first, the rest on demand. */
export function NewsletterNumbersPanel({ newsletter }: { newsletter: Pick<Newsletter, 'numbers' | 'state'> }) {
  const { numbers, state } = newsletter
  // After a cancellation, what is being handed over is still settled.
  const isOpen = state === 'sending' || state === 'paused' || settledOf(numbers) < numbers.total
  return (
    <Panel title="Numbers">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-[repeat(auto-fit,minmax(8rem,1fr))]">
        <MainNumber label="Total" value={numbers.total} />
        <MainNumber label="Accepted" value={numbers.accepted} of={numbers.total} />
        <MainNumber label="Not delivered" value={numbers.failed + numbers.suppressed} of={numbers.total} />
        {numbers.inDoubt > 0 && <MainNumber label="In doubt" value={numbers.inDoubt} of={numbers.total} />}
        {numbers.cancelled > 0 && <MainNumber label="Cancelled" value={numbers.cancelled} of={numbers.total} />}
        <MainNumber label="Unsubscribed" value={numbers.unsubscribed} of={numbers.accepted} />
      </dl>
      <details className="mt-4 text-sm">
        <summary className="inline-flex min-h-10 cursor-pointer items-center font-semibold text-accent-darker underline-offset-4 hover:underline">
          Details
        </summary>
        <div className="mt-2 grid gap-x-8 gap-y-4 md:grid-cols-2">
          <NumberList title="Recipients">
            {recipientLines(numbers, isOpen).map((line) => (
              <NumberRow key={line[0]} line={line} />
            ))}
          </NumberList>
          <NumberList title="What came back">
            {returnLines(numbers).map((line) => (
              <NumberRow key={line[0]} line={line} />
            ))}
          </NumberList>
        </div>
      </details>
    </Panel>
  )
}

function recipientLines(numbers: NewsletterNumbers, isOpen: boolean): Line[] {
  const { total } = numbers
  const open: Line[] = [
    ['Waiting', 'Their turn has not come.', numbers.waiting, total],
    ['Being sent', 'It is handed over now.', numbers.sending, total],
    ['Deferred', 'Put off by the mail server and tried again for two days.', numbers.deferred, total],
  ]
  return [
    ['Accepted', 'The mail server took it.', numbers.accepted, total],
    ...(isOpen ? open : []),
    ['Bounced at once', 'The mail server rejected it for good.', numbers.failed, total],
    ['In doubt', 'The connection ended before the reply; not sent again by itself.', numbers.inDoubt, total],
    ['Suppressed', 'Unsubscribed or suppressed before their turn.', numbers.suppressed, total],
    ['Cancelled', 'Their turn had not come when it was cancelled.', numbers.cancelled, total],
    ['Total', '', total, total],
  ]
}

function returnLines({ bounced, complained, unsubscribed, accepted, total }: NewsletterNumbers): Line[] {
  return [
    ['Bounced', 'At once or later.', bounced, total],
    ['Complained', 'Marked it as spam.', complained, accepted],
    ['Unsubscribed', 'By a link of this newsletter.', unsubscribed, accepted],
  ]
}

function share(value: number, of: number): string {
  return of === 0 ? '–' : `${((100 * value) / of).toFixed(1)}%`
}

function MainNumber({ label, value, of }: { label: string; value: number; of?: number }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="text-2xl font-semibold tabular-nums">
        {count(value)}
        {of !== undefined && of > 0 && (
          <span className="ml-2 text-sm font-normal text-ink-soft">{share(value, of)}</span>
        )}
      </dd>
    </div>
  )
}

function NumberList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <table className="self-start">
      <caption className="mb-1 text-left font-semibold">{title}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">State</th>
          <th scope="col">Number</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">{children}</tbody>
    </table>
  )
}

function NumberRow({ line: [label, explanation, value, of] }: { line: Line }) {
  return (
    <tr>
      <th scope="row" className="py-1.5 pr-3 text-left font-medium">
        {label}
        {explanation && <span className="block text-xs font-normal text-ink-soft">{explanation}</span>}
      </th>
      <td className="py-1.5 pl-2 text-right font-semibold tabular-nums">{count(value)}</td>
      <td className="w-16 py-1.5 pl-2 text-right text-ink-soft tabular-nums">{share(value, of)}</td>
    </tr>
  )
}
