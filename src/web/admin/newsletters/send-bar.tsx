import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import type { Newsletter, NewsletterCheck } from '../../../contract/newsletters.ts'
import { submission } from '../../data/mutations.ts'
import { audienceCountQuery, useActOnNewsletter, useSendNewsletter } from '../../data/owner/newsletters.ts'
import { toast } from '../../lib/toast.ts'
import { dateOf, timeOf, withDate, withTime } from '../editor/publish-date.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { TextField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { subscribersText } from './newsletter-state.tsx'

type SendPanelProps = {
  newsletter: Newsletter
  errors: NewsletterCheck[]
  /** Whether the settings are saved and checked. */
  isReady: boolean
}

/** Sends a newsletter now or later, after a confirmation that says to how many. */
export function SendPanel({ newsletter, errors, isReady }: SendPanelProps) {
  return newsletter.state === 'scheduled' ? (
    <ScheduledPanel newsletter={newsletter} />
  ) : (
    <DraftPanel newsletter={newsletter} errors={errors} isReady={isReady} />
  )
}

function ScheduledPanel({ newsletter }: { newsletter: Newsletter }) {
  const { moment } = useDates()
  const action = useActOnNewsletter()
  const unschedule = () =>
    action.mutate(submission({ id: newsletter.id, action: 'unschedule' as const }), {
      onSuccess: () => toast(adminMessages.newsletterUnscheduled),
      onError: (error) => toast(adminMessages.actionFailed(messageOf(error))),
    })
  return (
    <Panel title="Send">
      <p className="mb-3 text-[0.9375rem]">
        It is sent by itself on <strong>{newsletter.scheduledAt && moment(newsletter.scheduledAt)}</strong>, to those
        who are subscribed then.
      </p>
      <ToolButton disabled={action.isPending} onClick={unschedule}>
        Take it off the schedule
      </ToolButton>
    </Panel>
  )
}

function DraftPanel({ newsletter, errors, isReady }: SendPanelProps) {
  const { timeZone, moment } = useDates()
  const [at, setAt] = useState<string | null>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const isBlocked = !isReady || errors.length > 0
  const isPast = at !== null && Date.parse(at) <= Date.now()
  return (
    <Panel title="Send">
      {errors.length > 0 && (
        <div role="status" className="mb-3 text-sm font-medium text-alert-deep">
          <p>It cannot be sent yet:</p>
          <ul className="list-disc pl-5">
            {errors.map(({ name, text }) => (
              <li key={`${name} ${text}`} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
      {at !== null && <MomentFields at={at} timeZone={timeZone} isPast={isPast} onChange={setAt} />}
      <div className="flex flex-wrap gap-2">
        {at === null ? (
          <ToolButton disabled={isBlocked} onClick={() => setAt(tomorrowMorning(timeZone))}>
            Schedule
          </ToolButton>
        ) : (
          <ToolButton onClick={() => setAt(null)}>Send it now instead</ToolButton>
        )}
        <ToolButton tone="primary" disabled={isBlocked || isPast} onClick={() => setIsConfirming(true)}>
          <Send aria-hidden="true" className="size-4" />
          {at === null ? 'Send now' : 'Schedule'}
        </ToolButton>
      </div>
      {at !== null && !isPast && <p className="mt-2 text-sm text-ink-soft">On {moment(at)}.</p>}
      {isConfirming && <SendDialog newsletter={newsletter} at={at} onClose={() => setIsConfirming(false)} />}
    </Panel>
  )
}

type MomentFieldsProps = { at: string; timeZone: string; isPast: boolean; onChange: (at: string) => void }

/** Typing a year produces earlier ones on the way, such as 0002 and 0020. */
const EARLIEST_YEAR = 1970

function MomentFields({ at, timeZone, isPast, onChange }: MomentFieldsProps) {
  /** Input in progress that is not a valid date yet. */
  const [typed, setTyped] = useState<string>()
  const handleDate = (date: string) => {
    setTyped(date)
    const next = Number(date.slice(0, date.indexOf('-'))) >= EARLIEST_YEAR && withDate(at, date, timeZone)
    if (next) onChange(next)
  }
  return (
    <div className="mb-3 grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-2">
      <TextField
        label="Date"
        type="date"
        max="9998-12-31"
        value={typed ?? dateOf(at, timeZone)}
        error={isPast ? 'Please choose a time in the future' : undefined}
        onChange={(event) => handleDate(event.target.value)}
        onBlur={() => setTyped(undefined)}
      />
      <TextField
        label="Time"
        type="time"
        value={timeOf(at, timeZone)}
        hint={timeZone.replaceAll('_', ' ')}
        onChange={(event) => event.target.value && onChange(withTime(at, event.target.value, timeZone))}
      />
    </div>
  )
}

function SendDialog({ newsletter, at, onClose }: { newsletter: Newsletter; at: string | null; onClose: () => void }) {
  const { moment } = useDates()
  const send = useSendNewsletter()
  const audience = useQuery({ ...audienceCountQuery(newsletter.audience), staleTime: 0 })
  const number = audience.data?.count
  const confirm = () =>
    send.mutate(submission({ params: { id: newsletter.id }, body: { at } }), {
      onSuccess: () => {
        onClose()
        toast(at === null ? adminMessages.newsletterSending : adminMessages.newsletterScheduled(moment(at)))
      },
    })
  const to = number === undefined ? 'your subscribers' : subscribersText(number)
  return (
    <ConfirmDialog
      isOpen
      title={at === null ? 'Send this newsletter now?' : 'Schedule this newsletter?'}
      confirmLabel={at === null ? 'Send now' : 'Schedule'}
      isDangerous={false}
      isBusy={send.isPending || audience.isPending}
      error={send.error && messageOf(send.error)}
      onConfirm={confirm}
      onClose={onClose}
    >
      {at === null ? (
        <p>
          It goes to <strong>{to}</strong>. What has left cannot be taken back.
        </p>
      ) : (
        <p>
          It goes out on <strong>{moment(at)}</strong>. If it were sent now, <strong>{to}</strong> would get it.
        </p>
      )}
    </ConfirmDialog>
  )
}

function tomorrowMorning(timeZone: string): string {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
  return withTime(tomorrow, '09:00', timeZone)
}
