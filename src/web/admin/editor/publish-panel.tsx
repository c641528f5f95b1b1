import { Suspense, useRef, useState } from 'react'
import type { PostStatus } from '../../../contract/content/posts.ts'
import { TextField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { StatusBadge } from '../kit/status-badge.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { useFieldError, useFieldValue } from './post-form.ts'
import { PostState } from './post-state.tsx'
import { dateOf, statusOf, timeOf, withDate, withTime } from './publish-date.ts'
import type { PostEditing } from './use-post-editing.ts'

/** Typing a year produces earlier ones on the way, such as 0002 and 0020. */
const EARLIEST_YEAR = 1970

/** The one that leads to the present status stays, disabled, so that the focus does. */
const choices: { label: string; leadsTo: PostStatus; moment: (timeZone: string) => string | null }[] = [
  { label: 'Publish now', leadsTo: 'published', moment: () => new Date().toISOString() },
  { label: 'Schedule', leadsTo: 'scheduled', moment: tomorrowMorning },
  { label: 'Make it a draft', leadsTo: 'draft', moment: () => null },
]

/** Sets the publish date: none for a draft, in the future for a scheduled post. */
export function PublishPanel({ editing }: { editing: PostEditing }) {
  const { kind, form, stored } = editing
  const { AtPublishing } = kind
  const publishedAt = useFieldValue(form, 'publishedAt')
  const error = useFieldError(form, 'publishedAt')
  const dates = useDates()
  const { timeZone } = dates
  const change = (moment: string | null) => form.setValue('publishedAt', moment)
  const status = statusOf(publishedAt, new Date())
  return (
    <Panel title="Publish" actions={<State now={stored?.status} next={status} />} className="md:p-4!">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-2">
        <DateField moment={publishedAt} timeZone={timeZone} error={error} onChange={change} />
        <TextField
          optional={null}
          label="Time"
          type="time"
          disabled={!publishedAt}
          value={timeOf(publishedAt, timeZone)}
          onChange={(event) => publishedAt && change(withTime(publishedAt, event.target.value, timeZone))}
        />
      </div>
      <p className="mt-2 text-sm text-ink-soft" aria-live="polite">
        {consequence(status, stored?.status, publishedAt ? dates.moment(publishedAt) : '')}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {choices.map(({ label, leadsTo, moment }) => (
          <ToolButton
            key={label}
            aria-disabled={status === leadsTo}
            onClick={() => status !== leadsTo && change(moment(timeZone))}
          >
            {label}
          </ToolButton>
        ))}
      </div>
      <Suspense fallback={null}>
        {AtPublishing && (
          <AtPublishing
            id={editing.id}
            now={stored?.status}
            next={status}
            isMailed={editing.isMailed}
            onMail={editing.setIsMailed}
          />
        )}
      </Suspense>
    </Panel>
  )
}

/** The post's status, or the one that a save will give it. */
function State({ now, next }: { now: PostStatus | undefined; next: PostStatus }) {
  if (now === next) return <PostState status={next} />
  return <StatusBadge tone="waiting">When saved: {next}</StatusBadge>
}

type DateFieldProps = {
  moment: string | null
  timeZone: string
  error: string | undefined
  onChange: (moment: string | null) => void
}

function DateField({ moment, timeZone, error, onChange }: DateFieldProps) {
  /** Input in progress that is not a valid date yet. */
  const [typed, setTyped] = useState<string>()
  /** Keeps the time of day while the date is empty. */
  const last = useRef(moment)
  if (moment) last.current = moment
  const handleChange = (date: string) => {
    setTyped(date)
    if (date === '') onChange(null)
    else if (Number(date.slice(0, date.indexOf('-'))) >= EARLIEST_YEAR) {
      onChange(withDate(last.current ?? new Date().toISOString(), date, timeZone))
    }
  }
  return (
    <TextField
      optional
      label="Publish date"
      type="date"
      max="9998-12-31"
      value={typed ?? dateOf(moment, timeZone)}
      error={error}
      onChange={(event) => handleChange(event.target.value)}
      onBlur={() => setTyped(undefined)}
    />
  )
}

function consequence(status: PostStatus, before: PostStatus | undefined, moment: string): string {
  if (status === 'draft') {
    return before === 'published'
      ? 'Saving takes this post off your site.'
      : 'A draft: nobody sees it but you. Choose a date to publish it.'
  }
  if (status === 'scheduled') return `Goes online by itself on ${moment}.`
  return before === 'published' ? `Online since ${moment}.` : 'Goes online when you save.'
}

function tomorrowMorning(timeZone: string): string {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
  return withTime(tomorrow, '09:00', timeZone)
}
