import { useDates } from '../kit/use-dates.ts'
import { describeSave, nextChange } from './save-verb.ts'
import { useFieldValue } from './use-field.ts'
import { useNow } from './use-now.ts'
import type { PostEditing } from './use-post-editing.ts'

type SaveVerbTextProps = { id: string; editing: PostEditing; className: string }

/** What the button 'Save' does, also as time goes by. */
export function SaveVerbText({ id, editing, className }: SaveVerbTextProps) {
  const { form, stored, kind, isDefaultDate } = editing
  const { timeZone } = useDates()
  const publishedAt = useFieldValue(form, 'publishedAt')
  const savedAt = stored?.publishedAt ?? null
  const now = useNow((at) => nextChange({ publishedAt, savedAt, now: at }))
  return (
    <span id={id} data-save-verb className={className}>
      {describeSave({
        publishedAt,
        isDefaultDate: isDefaultDate(publishedAt),
        savedAt,
        keepVerb: kind.keepVerb,
        // A date may have been chosen since the last tick.
        now: new Date(Math.max(now.getTime(), Date.now())),
        timeZone,
      })}
    </span>
  )
}
