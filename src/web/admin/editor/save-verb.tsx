import { useDates } from '../kit/use-dates.ts'
import { useNow } from '../kit/use-now.ts'
import { useFieldValue } from './post-form.ts'
import { statusOf } from './publish-date.ts'
import type { PostEditing } from './use-post-editing.ts'

export type SaveVerb = {
  /** The date in the form. */
  publishedAt: string | null
  /** Whether the date is the default: it becomes the time of the save. */
  isDefaultDate: boolean
  /** The date of the saved post; null for a draft. */
  savedAt: string | null
  /** Says what a save does to a text that is never published. */
  keepVerb?: string | undefined
  now: Date
  dates: Dates
}

type Dates = ReturnType<typeof useDates>

/** Says what a save does. */
export function describeSave({ publishedAt, isDefaultDate, savedAt, keepVerb, now, dates }: SaveVerb): string {
  const before = statusOf(savedAt, now)
  if (keepVerb) return keepVerb
  switch (statusOf(publishedAt, now)) {
    case 'draft':
      return before === 'published' ? 'Takes the post off the site' : 'Keeps as draft'
    case 'scheduled': {
      const moment = formatMoment(publishedAt!, now, dates)
      return before === 'published' ? `Takes the post off the site until ${moment}` : `Publishes ${moment}`
    }
    case 'published':
      if (before === 'published') return 'Updates the live post'
      if (isDefaultDate || dates.day(publishedAt!) === dates.day(now.toISOString())) return 'Publishes now'
      return `Publishes now, dated ${dates.shortDay(publishedAt!)}`
  }
}

/** Says in a word what a save does; undefined for a text that is never published. */
export function wordOfSave({ publishedAt, savedAt, keepVerb, now }: Omit<SaveVerb, 'isDefaultDate' | 'dates'>) {
  if (keepVerb) return undefined
  const isLive = statusOf(savedAt, now) === 'published'
  switch (statusOf(publishedAt, now)) {
    case 'draft':
      return isLive ? 'Unpublish' : 'Keep draft'
    case 'scheduled':
      return 'Schedule'
    case 'published':
      return isLive ? 'Update' : 'Publish'
  }
}

/** `Not published`, where validation rejects what `wordOfSave` names; undefined for a draft, which needs nothing. */
export function refusalOfSave(save: Parameters<typeof wordOfSave>[0]): string | undefined {
  const word = wordOfSave(save)
  return word && refusals[word]
}

const refusals: Record<string, string> = {
  Publish: 'Not published',
  Schedule: 'Not scheduled',
  Update: 'Not updated',
}

/** The time after which `describeSave` may say something else; undefined if never. */
export function nextChange({ publishedAt, savedAt, now }: Pick<SaveVerb, 'publishedAt' | 'savedAt' | 'now'>) {
  const moments = [publishedAt, savedAt].flatMap((moment) => (moment ? [Date.parse(moment)] : []))
  const future = moments.filter((moment) => moment > now.getTime())
  return future.length > 0 ? Math.min(...future) : undefined
}

/** `Nov 28, 9:00 AM, New York`, with the year if it is another one. */
function formatMoment(moment: string, now: Date, dates: Dates): string {
  const isThisYear = dates.year(moment) === dates.year(now.toISOString())
  const day = isThisYear ? dates.dayOfYear(moment) : dates.shortDay(moment)
  return `${day}, ${dates.clockTime(moment).replace(/\s/g, ' ')}, ${cityOf(dates.timeZone)}`
}

/** `New York` for `America/New_York`. */
function cityOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
}

type SaveVerbTextProps = { id: string; editing: PostEditing }

/** Says what the button 'Save' does, also as time goes by: a sentence, of which a phone shows a word. */
export function SaveVerbText({ id, editing }: SaveVerbTextProps) {
  const { form, stored, kind, isDefaultDate } = editing
  const dates = useDates()
  const publishedAt = useFieldValue(form, 'publishedAt')
  const savedAt = stored?.publishedAt ?? null
  const shown = useNow((at) => nextChange({ publishedAt, savedAt, now: at }))
  // A date may have been chosen since the last tick.
  const now = new Date(Math.max(shown.getTime(), Date.now()))
  const save = { publishedAt, savedAt, keepVerb: kind.keepVerb, now }
  return (
    <>
      <span aria-hidden="true" className="text-right leading-tight font-semibold sm:hidden">
        {wordOfSave(save)}
      </span>
      <span id={id} data-save-verb className="max-w-72 text-right leading-tight text-balance max-sm:sr-only">
        {describeSave({ ...save, isDefaultDate: isDefaultDate(publishedAt), dates })}
      </span>
    </>
  )
}
