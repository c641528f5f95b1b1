import { useRef, useState } from 'react'
import type { EditablePost, PostStatus } from '../../../contract/posts.ts'
import { TextField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { StatusBadge } from '../kit/status-badge.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { PostState } from '../posts/post-state.tsx'
import { atTime, dateOf, onDate, statusOf, timeOf } from './publish-date.ts'
import { useFieldError, useFieldValue } from './use-field.ts'
import type { PostForm } from './use-post-editing.ts'

/** Years that nobody means, but everybody passes while typing one. */
const EARLIEST_YEAR = 1970

type PublishPanelProps = { form: PostForm; stored: EditablePost | undefined }

/** When the post is public: never (a draft), from now on, or from a day to come. */
export function PublishPanel({ form, stored }: PublishPanelProps) {
  const publishedAt = useFieldValue(form, 'publishedAt')
  const error = useFieldError(form, 'publishedAt')
  const dates = useDates()
  const { timeZone } = dates
  const change = (moment: string | null) => form.setValue('publishedAt', moment)
  const status = statusOf(publishedAt, new Date())
  return (
    <Panel title="Publish" actions={<State now={stored?.status} next={status} />} className="md:p-4!">
      <div className="grid grid-cols-2 gap-2">
        <DateField moment={publishedAt} timeZone={timeZone} error={error} onChange={change} />
        <TextField
          label="Time"
          type="time"
          disabled={!publishedAt}
          value={timeOf(publishedAt, timeZone)}
          onChange={(event) => publishedAt && change(atTime(publishedAt, event.target.value, timeZone))}
        />
      </div>
      <p className="mt-2 text-sm text-ink-soft" aria-live="polite">
        {consequence(status, stored?.status, publishedAt ? dates.moment(publishedAt) : '')}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {status !== 'published' && (
          <ToolButton onClick={() => change(new Date().toISOString())}>Publish now</ToolButton>
        )}
        {status !== 'scheduled' && <ToolButton onClick={() => change(tomorrowMorning(timeZone))}>Schedule</ToolButton>}
        {status !== 'draft' && <ToolButton onClick={() => change(null)}>Make it a draft</ToolButton>}
      </div>
    </Panel>
  )
}

/** What the post is, or what a save will make of it. */
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
  /** What is being typed, which is not a day yet. */
  const [typed, setTyped] = useState<string>()
  /** The time of day outlives an emptied date. */
  const last = useRef(moment)
  if (moment) last.current = moment
  const handleChange = (date: string) => {
    setTyped(date)
    if (date === '') onChange(null)
    else if (Number(date.slice(0, date.indexOf('-'))) >= EARLIEST_YEAR) {
      onChange(onDate(last.current ?? new Date().toISOString(), date, timeZone))
    }
  }
  return (
    <TextField
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
  return atTime(tomorrow, '09:00', timeZone)
}
