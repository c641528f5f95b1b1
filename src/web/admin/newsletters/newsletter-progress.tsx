import { type ReactNode, useState } from 'react'
import type { Newsletter, NewsletterNumbers } from '../../../contract/newsletters.ts'
import { submission } from '../../data/mutations.ts'
import { type NewsletterAction, useActOnNewsletter } from '../../data/owner/newsletters.ts'
import type { ToastCopy } from '../../lib/copy.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { Panel } from '../kit/panel.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { NewsletterClicksPanel } from './newsletter-clicks-panel.tsx'
import { NewsletterEarningsPanel } from './newsletter-earnings-panel.tsx'
import { PagePanel } from './newsletter-settings-form.tsx'
import { count, settledOf, subscribersText } from './newsletter-state.tsx'
import { RecipientsTable } from './recipients-table.tsx'

/** How far the sending of a newsletter is, and what came of it. */
export function NewsletterProgress({ newsletter }: { newsletter: Newsletter }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Panel title="Sending">
        <Progress newsletter={newsletter} />
        <Actions newsletter={newsletter} />
      </Panel>
      <Panel title="Numbers">
        <NumberTable numbers={newsletter.numbers} />
      </Panel>
      {newsletter.countsClicks && <NewsletterClicksPanel newsletterId={newsletter.id} />}
      <NewsletterEarningsPanel newsletterId={newsletter.id} />
      <PagePanel newsletter={newsletter} />
      <RecipientsTable newsletter={newsletter} />
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

const done: Record<NewsletterAction, ToastCopy> = {
  unschedule: adminMessages.newsletterUnscheduled,
  pause: adminMessages.newsletterPaused,
  resume: adminMessages.newsletterResumed,
  cancel: adminMessages.newsletterCancelled,
  'resend-in-doubt': adminMessages.newsletterResent,
}

function Actions({ newsletter: { id, state, numbers } }: { newsletter: Newsletter }) {
  const action = useActOnNewsletter()
  const [dialog, setDialog] = useState<'cancel' | 'resend-in-doubt'>()
  const run = (name: NewsletterAction, onDone?: () => void) =>
    action.mutate(submission({ id, action: name }), {
      onSuccess: () => {
        onDone?.()
        toast(done[name])
      },
      onError: (error) => {
        if (!onDone) toast(adminMessages.actionFailed(messageOf(error)))
      },
    })
  const close = () => {
    action.reset()
    setDialog(undefined)
  }
  const open = numbers.total - settledOf(numbers)
  const canCancel = state === 'sending' || state === 'paused'
  const canResend = numbers.inDoubt > 0
  if (!canCancel && !canResend) return null
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {state === 'sending' && (
        <ToolButton disabled={action.isPending} onClick={() => run('pause')}>
          Pause
        </ToolButton>
      )}
      {state === 'paused' && (
        <ToolButton tone="primary" disabled={action.isPending} onClick={() => run('resume')}>
          Resume
        </ToolButton>
      )}
      {canResend && <ToolButton onClick={() => setDialog('resend-in-doubt')}>Send again to those in doubt</ToolButton>}
      {canCancel && (
        <ToolButton tone="danger" onClick={() => setDialog('cancel')}>
          Cancel sending
        </ToolButton>
      )}
      <ConfirmDialog
        isOpen={dialog !== undefined}
        title={dialog === 'cancel' ? 'Cancel this newsletter?' : 'Send it again?'}
        confirmLabel={dialog === 'cancel' ? 'Cancel the newsletter' : 'Send again'}
        isBusy={action.isPending}
        error={action.error && messageOf(action.error)}
        onConfirm={() => dialog && run(dialog, close)}
        onClose={close}
      >
        {dialog === 'cancel' ? (
          <p>
            <strong>{subscribersText(open)}</strong> who have not got it yet will not get it. This cannot be undone.
          </p>
        ) : (
          <p>
            The connection ended before the mail server confirmed <strong>{subscribersText(numbers.inDoubt)}</strong>.
            They may have got it already, and may then get it twice.
          </p>
        )}
      </ConfirmDialog>
    </div>
  )
}

const rows: [keyof NewsletterNumbers, label: string, explanation: string][] = [
  ['accepted', 'Accepted', 'The mail server took it.'],
  ['waiting', 'Waiting', 'Their turn has not come.'],
  ['sending', 'Being sent', 'It is handed over now.'],
  ['deferred', 'Deferred', 'Put off by the mail server and tried again for two days.'],
  ['failed', 'Rejected', 'The mail server rejected it for good.'],
  ['inDoubt', 'In doubt', 'The connection ended before the reply; not sent again by itself.'],
  ['suppressed', 'Suppressed', 'Unsubscribed or suppressed before their turn.'],
  ['cancelled', 'Cancelled', 'Their turn had not come when it was cancelled.'],
]

const returns: [keyof NewsletterNumbers, label: string, explanation: string][] = [
  ['bounced', 'Bounced', 'Came back, at once or later.'],
  ['complained', 'Complained', 'Marked it as spam.'],
  ['unsubscribed', 'Unsubscribed', 'By a link of this newsletter.'],
]

function NumberTable({ numbers }: { numbers: NewsletterNumbers }) {
  return (
    <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
      <NumberList title="Recipients">
        {rows.map(([key, label, explanation]) => (
          <NumberRow key={key} label={label} explanation={explanation} value={numbers[key]} total={numbers.total} />
        ))}
        <NumberRow label="Together" explanation="" value={numbers.total} total={numbers.total} />
      </NumberList>
      <NumberList title="What came back">
        {returns.map(([key, label, explanation]) => (
          <NumberRow key={key} label={label} explanation={explanation} value={numbers[key]} total={numbers.accepted} />
        ))}
      </NumberList>
    </div>
  )
}

function NumberList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <table className="self-start text-sm">
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

type NumberRowProps = { label: string; explanation: string; value: number; total: number }

function NumberRow({ label, explanation, value, total }: NumberRowProps) {
  const share = total === 0 ? '–' : `${((100 * value) / total).toFixed(1)}%`
  return (
    <tr>
      <th scope="row" className="py-1.5 pr-3 text-left font-medium">
        {label}
        {explanation && <span className="block text-xs font-normal text-ink-soft">{explanation}</span>}
      </th>
      <td className="py-1.5 pl-2 text-right font-semibold tabular-nums">{count(value)}</td>
      <td className="w-16 py-1.5 pl-2 text-right text-ink-soft tabular-nums">{share}</td>
    </tr>
  )
}
