import { type FormEvent, useRef, useState } from 'react'
import { type Digest, DigestInput } from '../../../contract/audience/automatic-newsletters.ts'
import { submission } from '../../data/mutations.ts'
import { useSaveDigest } from '../../data/owner/automatic-newsletters.ts'
import { Link } from '../../lib/router.tsx'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { CheckboxField, SelectField, TextAreaField, TextField } from '../kit/form-fields.tsx'
import { issuesOf, messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { useFocusInvalid } from '../kit/use-focus-invalid.ts'
import { useLeaveGuard } from '../kit/use-leave-guard.tsx'
import { DigestPreviewDialog } from './digest-preview-dialog.tsx'
import { FieldMergeCodes } from './merge-codes.tsx'
import { SenderAddressButton } from './sender-address-button.tsx'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const daysOfMonth = Array.from({ length: 28 }, (_, index) => index + 1)
const hours = Array.from({ length: 24 }, (_, hour) => `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`)

/** When and how the digest of new posts is sent. */
export function DigestForm({ digest }: { digest: Digest }) {
  const { nextAt, lastNewsletter } = digest
  const [saved, setSaved] = useState(() => inputOf(digest))
  const [values, setValues] = useState(saved)
  const [taken, setTaken] = useState(digest)
  const latest = useRef(digest)
  const subject = useRef<HTMLInputElement>(null)
  const intro = useRef<HTMLTextAreaElement>(null)
  latest.current = digest
  // The form takes what another window saved once nothing is unsaved.
  if (digest !== taken && isSame(values, saved)) {
    setTaken(digest)
    setSaved(inputOf(digest))
    setValues(inputOf(digest))
  }
  const leave = useLeaveGuard(
    !isSame(values, saved),
    'Your changes of the digest are not saved yet. They will be lost.',
  )
  const [issues, setIssues] = useState<{ path: PropertyKey[]; message: string }[]>([])
  const form = useFocusInvalid(issues)
  const [isPreviewed, setIsPreviewed] = useState(false)
  const { mutate, isPending, error, reset } = useSaveDigest()
  const dates = useDates()
  const change = (changed: Partial<DigestInput>) => setValues({ ...values, ...changed })
  const errorAt = (name: keyof DigestInput) => issues.find(({ path }) => path[0] === name)?.message

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    reset()
    const checked = DigestInput.safeParse(values)
    setIssues(checked.error?.issues ?? [])
    if (!checked.success) return
    mutate(submission({ body: checked.data }), {
      onError: (refusal) => setIssues(issuesOf(refusal).map(({ path, message }) => ({ path: [path], message }))),
      onSuccess: (response) => {
        const stored = inputOf(response)
        // A digest that was loaded before this save is older.
        setTaken(latest.current)
        setSaved(stored)
        // The server trims; what was typed meanwhile stays.
        setValues((typed) => (isSame(typed, values) ? stored : typed))
        toast({ title: 'Digest saved' })
      },
    })
  }

  return (
    <>
      <form ref={form} aria-label="Digest of new posts" noValidate onSubmit={handleSubmit} className="space-y-4">
        <CheckboxField
          label="Send a digest of new posts"
          checked={values.isOn}
          onChange={(event) => change({ isOn: event.target.checked })}
        />
        <Schedule values={values} errorAt={errorAt} timeZone={dates.timeZone} onChange={change} />
        <div>
          <TextField
            optional={false}
            ref={subject}
            label="Subject"
            autoComplete="off"
            maxLength={150}
            value={values.subject}
            error={errorAt('subject')}
            onChange={(event) => change({ subject: event.target.value })}
          />
          <FieldMergeCodes field={subject} />
        </div>
        <div>
          <TextAreaField
            optional
            ref={intro}
            label="Your words above the posts"
            rows={4}
            maxLength={5000}
            value={values.intro}
            error={errorAt('intro')}
            onChange={(event) => change({ intro: event.target.value })}
          />
          <FieldMergeCodes field={intro} />
        </div>
        <p className="text-sm text-ink-soft">
          {nextAt ? `The next one is due on ${dates.moment(nextAt)}.` : 'It is off.'}{' '}
          {lastNewsletter && (
            <Link
              href={`/admin/newsletters/${lastNewsletter.id}?view=send`}
              className="font-semibold underline wrap-anywhere"
            >
              The last one: {lastNewsletter.subject}
            </Link>
          )}
        </p>
        {error && issues.length === 0 && <StatusMessage tone="error">{messageOf(error)}</StatusMessage>}
        <div className="flex flex-wrap gap-2">
          <ToolButton tone="primary" type="submit" aria-disabled={isPending}>
            {isPending ? 'Saving...' : 'Save'}
          </ToolButton>
          <ToolButton onClick={() => setIsPreviewed(true)}>Preview the next digest</ToolButton>
        </div>
        {isPreviewed && <DigestPreviewDialog onClose={() => setIsPreviewed(false)} />}
        {leave.dialog}
      </form>
      <SenderAddressButton reason={error && messageOf(error)} />
    </>
  )
}

function inputOf({ nextAt: _nextAt, lastNewsletter: _lastNewsletter, ...input }: Digest): DigestInput {
  return input
}

const isSame = (a: DigestInput, b: DigestInput) => JSON.stringify(a) === JSON.stringify(b)

type ScheduleProps = {
  values: DigestInput
  errorAt: (name: keyof DigestInput) => string | undefined
  timeZone: string
  onChange: (changed: Partial<DigestInput>) => void
}

function Schedule({ values, errorAt, timeZone, onChange }: ScheduleProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <SelectField
        optional={null}
        label="How often"
        value={values.every}
        error={errorAt('every')}
        onChange={(event) => onChange({ every: event.target.value === 'month' ? 'month' : 'week' })}
      >
        <option value="week">Every week</option>
        <option value="month">Every month</option>
      </SelectField>
      {values.every === 'week' ? (
        <SelectField
          optional={null}
          label="Day"
          value={values.weekday}
          error={errorAt('weekday')}
          onChange={(event) => onChange({ weekday: Number(event.target.value) })}
        >
          {weekdays.map((name, index) => (
            <option key={name} value={index + 1}>
              {name}
            </option>
          ))}
        </SelectField>
      ) : (
        <SelectField
          optional={null}
          label="Day"
          value={values.day}
          error={errorAt('day')}
          onChange={(event) => onChange({ day: Number(event.target.value) })}
        >
          {daysOfMonth.map((day) => (
            <option key={day} value={day}>
              {day}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        optional={null}
        label="Hour"
        hint={`In the time zone ${timeZone}.`}
        value={values.hour}
        error={errorAt('hour')}
        onChange={(event) => onChange({ hour: Number(event.target.value) })}
      >
        {hours.map((label, hour) => (
          <option key={label} value={hour}>
            {label}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
