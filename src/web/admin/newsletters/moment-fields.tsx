import { useState } from 'react'
import { dateOf, timeOf, withDate, withTime } from '../editor/publish-date.ts'
import { TextField } from '../kit/form-fields.tsx'

type MomentFieldsProps = { at: string; timeZone: string; isPast: boolean; onChange: (at: string) => void }

/** Typing a year produces earlier ones on the way, such as 0002 and 0020. */
const EARLIEST_YEAR = 1970

/** A day and a time in the time zone of the site. */
export function MomentFields({ at, timeZone, isPast, onChange }: MomentFieldsProps) {
  /** Input in progress that is not a valid date yet. */
  const [typed, setTyped] = useState<string>()
  const handleDate = (date: string) => {
    setTyped(date)
    const next = Number(date.slice(0, date.indexOf('-'))) >= EARLIEST_YEAR && withDate(at, date, timeZone)
    if (next) onChange(next)
  }
  return (
    <div className="grid grow grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-2 sm:max-w-md">
      <TextField
        optional={false}
        label="Date"
        type="date"
        max="9998-12-31"
        value={typed ?? dateOf(at, timeZone)}
        error={isPast ? 'Please choose a time in the future' : undefined}
        onChange={(event) => handleDate(event.target.value)}
        onBlur={() => setTyped(undefined)}
      />
      <TextField
        optional={false}
        label="Time"
        type="time"
        value={timeOf(at, timeZone)}
        hint={timeZone.replaceAll('_', ' ')}
        onChange={(event) => event.target.value && onChange(withTime(at, event.target.value, timeZone))}
      />
    </div>
  )
}
