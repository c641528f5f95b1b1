import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { Newsletter, NewsletterCheck } from '../../../contract/audience/newsletters.ts'
import { submission } from '../../data/mutations.ts'
import { mailSetupQuery } from '../../data/owner/mails.ts'
import { newsletterEstimateQuery, useActOnNewsletter } from '../../data/owner/newsletters.ts'
import { toast } from '../../lib/toast.ts'
import { withTime } from '../editor/publish-date.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useBarHeight } from '../kit/use-bar-height.ts'
import { useDates } from '../kit/use-dates.ts'
import { useFocusAfterRemoval } from '../kit/use-focus-after-removal.ts'
import { MomentFields } from './moment-fields.tsx'
import { subscribersText } from './newsletter-state.tsx'
import { SendDialog } from './send-dialog.tsx'
import { SenderAddressButton } from './sender-address-button.tsx'

type SendBarProps = {
  newsletter: Newsletter
  errors: NewsletterCheck[]
  /** Why the settings are not saved, if they cannot be. */
  notSaved: string | undefined
  /** Whether the settings are saved and checked. */
  isReady: boolean
}

/** Stays in view: to how many it goes, until when, and the buttons that send it. */
export function SendBar(props: SendBarProps) {
  const { newsletter, errors } = props
  const [isMoving, setIsMoving] = useState(false)
  const isWaiting = newsletter.state === 'scheduled' && !isMoving
  const section = useFocusAfterRemoval<HTMLElement>(String(isWaiting))
  useBarHeight(section, '--bottom-bar')
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Send"
      className="sticky-bar bottom-0 z-10 -mx-4 mt-4 border-t border-line bg-white px-4 py-3 shadow-card md:-mx-0 md:rounded-card md:border md:px-6"
    >
      {isWaiting ? (
        <Scheduled newsletter={newsletter} errors={errors} onChangeTime={() => setIsMoving(true)} />
      ) : (
        <Choice {...props} onEnd={() => setIsMoving(false)} />
      )}
    </section>
  )
}

function Row({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 grow basis-64 self-center text-sm">{text}</div>
      <div className="flex flex-wrap gap-2 max-sm:grow max-sm:*:grow">{children}</div>
    </div>
  )
}

type ScheduledProps = { newsletter: Newsletter; errors: NewsletterCheck[]; onChangeTime: () => void }

function Scheduled({ newsletter, errors, onChangeTime }: ScheduledProps) {
  const { moment } = useDates()
  const action = useActOnNewsletter()
  const unschedule = () =>
    action.mutate(submission({ id: newsletter.id, action: 'unschedule' as const }), {
      onSuccess: () => toast(adminMessages.newsletterUnscheduled),
      onError: (error) => toast(adminMessages.actionFailed(messageOf(error))),
    })
  return (
    <Row
      text={
        <>
          {newsletter.goesWithPost ? (
            <WithPost newsletter={newsletter} />
          ) : (
            <p>
              It is sent by itself on <strong>{newsletter.scheduledAt && moment(newsletter.scheduledAt)}</strong>, to
              those who are subscribed then.
            </p>
          )}
          {errors.length > 0 ? (
            <Blocked errors={errors} />
          ) : (
            <Estimate newsletter={newsletter} at={newsletter.scheduledAt} />
          )}
        </>
      }
    >
      <ToolButton aria-disabled={action.isPending} onClick={action.isPending ? undefined : onChangeTime}>
        Change the time
      </ToolButton>
      <ToolButton aria-disabled={action.isPending} onClick={action.isPending ? undefined : unschedule}>
        Take it off the schedule
      </ToolButton>
    </Row>
  )
}

/** When a newsletter that goes out with its post is sent. */
function WithPost({ newsletter: { scheduledAt, sourcePost } }: { newsletter: Newsletter }) {
  const { moment } = useDates()
  if (scheduledAt)
    return (
      <p>
        It goes out with its post, a minute after that is public: on <strong>{moment(scheduledAt)}</strong>. If the post
        moves, it moves too.
      </p>
    )
  return (
    <p className="font-medium">
      {sourcePost
        ? 'It is held, because its post is a draft. It goes out once the post is published.'
        : 'It is held, because its post was deleted. Choose another time, or take it off the schedule.'}
    </p>
  )
}

/** Now, with its post, or at a time. `onEnd` is called once it is sent or scheduled, and when a scheduled one keeps its time. */
function Choice({ newsletter, errors, notSaved, isReady, onEnd }: SendBarProps & { onEnd: () => void }) {
  const { timeZone, moment } = useDates()
  const { sourcePost, goesWithPost } = newsletter
  const scheduledAt = goesWithPost ? null : newsletter.scheduledAt
  const [at, setAt] = useState(scheduledAt)
  const [confirming, setConfirming] = useState<'at' | 'with-post'>()
  const canWait = sourcePost !== null && !sourcePost.isPublished
  const notSavedId = useId()
  const describedBy = notSaved && notSavedId
  const isBlocked = !isReady || errors.length > 0
  const isPast = at !== null && Date.parse(at) <= Date.now()
  return (
    <>
      <Row
        text={
          <div className="space-y-2">
            {errors.length > 0 ? (
              <Blocked errors={errors} />
            ) : (
              <Estimate newsletter={newsletter} at={isPast ? null : at} />
            )}
            {notSaved && (
              <p id={notSavedId} className="font-medium text-alert-deep">
                {notSaved}
              </p>
            )}
            {at !== null && <MomentFields at={at} timeZone={timeZone} isPast={isPast} onChange={setAt} />}
            {at !== null && !isPast && <p className="text-ink-soft">On {moment(at)}.</p>}
          </div>
        }
      >
        {newsletter.state === 'scheduled' && <ToolButton onClick={onEnd}>Keep the time</ToolButton>}
        {at === null ? (
          <ToolButton
            aria-disabled={isBlocked}
            aria-describedby={describedBy}
            onClick={isBlocked ? undefined : () => setAt(scheduledAt ?? tomorrowMorning(timeZone))}
          >
            Schedule
          </ToolButton>
        ) : (
          <ToolButton onClick={() => setAt(null)}>Send it now instead</ToolButton>
        )}
        <ToolButton
          tone={canWait ? undefined : 'primary'}
          aria-disabled={isBlocked || isPast}
          aria-describedby={describedBy}
          onClick={isBlocked || isPast ? undefined : () => setConfirming('at')}
        >
          <Send aria-hidden="true" className="size-4" />
          {at === null ? 'Send now' : 'Schedule'}
        </ToolButton>
        {canWait && (
          <ToolButton
            tone="primary"
            aria-disabled={isBlocked}
            aria-describedby={describedBy}
            onClick={isBlocked ? undefined : () => setConfirming('with-post')}
          >
            <Send aria-hidden="true" className="size-4" />
            Send with the post
          </ToolButton>
        )}
      </Row>
      {confirming && (
        <SendDialog
          newsletter={newsletter}
          at={confirming === 'with-post' ? sourcePost!.publishedAt : at}
          isWithPost={confirming === 'with-post'}
          onClose={() => setConfirming(undefined)}
          onDone={onEnd}
        />
      )}
    </>
  )
}

function Blocked({ errors }: { errors: NewsletterCheck[] }) {
  return (
    <div role="status" className="font-medium text-alert-deep">
      <p>It cannot be sent yet:</p>
      <ul className="list-disc pl-5">
        {errors.map(({ name, text }) => (
          <li key={`${name} ${text}`} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
      <SenderAddressButton reason={errors.find(({ name }) => name === 'postal-address')?.text} />
    </div>
  )
}

/** An end that is nearer than this is not shown as a date. */
const LONG_MS = 10 * 60 * 1000

/** To how many it would go, and until when the limits of the mail server stretch it. */
function Estimate({ newsletter: { id, version }, at }: { newsletter: Newsletter; at: string | null }) {
  const { moment } = useDates()
  const estimate = useQuery({
    ...newsletterEstimateQuery(id, at),
    // Settings that were saved meanwhile change the number.
    queryKey: [...newsletterEstimateQuery(id, at).queryKey, version],
    placeholderData: (before) => before,
  })
  const setup = useQuery(mailSetupQuery())
  if (!estimate.data) return null
  const { recipients, expectedEnd } = estimate.data
  const isHeld = Boolean(setup.data?.fault)
  const begin = at === null ? Date.now() : Date.parse(at)
  const isLong = expectedEnd !== null && Date.parse(expectedEnd) - begin > LONG_MS
  return (
    <p role="status">
      <strong>{subscribersText(recipients)}</strong>
      {!isHeld &&
        (expectedEnd === null || !isLong ? ', done within minutes' : `, done on about ${moment(expectedEnd)}`)}
      {isHeld && `, once the mail server takes mail again. ${setup.data!.fault!.text}`}
    </p>
  )
}

function tomorrowMorning(timeZone: string): string {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
  return withTime(tomorrow, '09:00', timeZone)
}
