import type { Newsletter } from '../../../contract/audience/newsletters.ts'
import { Panel } from '../kit/panel.tsx'
import { useDates } from '../kit/use-dates.ts'
import { NewsletterActions } from './newsletter-actions.tsx'
import { NewsletterClicksPanel } from './newsletter-clicks-panel.tsx'
import { NewsletterEarningsPanel } from './newsletter-earnings-panel.tsx'
import { NewsletterNumbersPanel } from './newsletter-numbers.tsx'
import { SentLinks } from './newsletter-preview-panel.tsx'
import { PagePanel } from './newsletter-settings-form.tsx'
import { count, settledOf } from './newsletter-state.tsx'
import { RecipientsTable } from './recipients-table.tsx'

/** How far the sending of a newsletter is, and what came of it. */
export function NewsletterProgress({ newsletter }: { newsletter: Newsletter }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Panel title="Sending" actions={<SentLinks newsletter={newsletter} />}>
        <Progress newsletter={newsletter} />
        <NewsletterActions newsletter={newsletter} />
      </Panel>
      <NewsletterNumbersPanel newsletter={newsletter} />
      <NewsletterClicksPanel newsletter={newsletter} />
      <NewsletterEarningsPanel newsletterId={newsletter.id} />
      <RecipientsTable newsletter={newsletter} />
      <PagePanel newsletter={newsletter} />
    </div>
  )
}

function Progress({ newsletter }: { newsletter: Newsletter }) {
  const { moment } = useDates()
  const { state, numbers, startedAt, finishedAt, expectedEnd, note } = newsletter
  const settled = settledOf(numbers)
  return (
    <div className="space-y-2 text-[0.9375rem]">
      <div
        role="progressbar"
        aria-label="Recipients that are done"
        aria-valuemin={0}
        aria-valuemax={numbers.total}
        aria-valuenow={settled}
        className="h-2 overflow-hidden rounded-full bg-line"
      >
        <div
          className="h-full rounded-full bg-accent-deep"
          style={{ width: `${(100 * settled) / Math.max(numbers.total, 1)}%` }}
        />
      </div>
      <p>
        <strong className="tabular-nums">
          {count(settled)} of {count(numbers.total)}
        </strong>{' '}
        recipients are done.
      </p>
      {note && (
        <p className="rounded-lg border-l-4 border-alert bg-alert/10 px-4 py-2 text-sm text-alert-deep wrap-anywhere">
          {state === 'paused' ? 'Paused: ' : ''}
          {note}
        </p>
      )}
      <p className="text-sm text-ink-soft">
        {startedAt && `Started on ${moment(startedAt)}. `}
        {finishedAt && `${state === 'cancelled' ? 'Cancelled' : 'Finished'} on ${moment(finishedAt)}. `}
        {expectedEnd && state === 'sending' && `It will be done on about ${moment(expectedEnd)}.`}
      </p>
    </div>
  )
}
