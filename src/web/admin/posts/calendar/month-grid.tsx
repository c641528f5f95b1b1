import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { PlanEntry } from '../../../../contract/app/planning.ts'
import { useDates } from '../../kit/use-dates.ts'
import { monthOf } from './month-days.ts'
import { keyOf, type PlanActions, PlanItem } from './plan-entry.tsx'

type MonthGridProps = {
  month: string
  weeks: string[][]
  today: string
  entries: PlanEntry[]
  actions: PlanActions
  onMove: (entry: PlanEntry, day: string) => void
  onAdd: (day: string) => void
}

/** A day at noon, which is on that day in every time zone that formats in UTC. */
const inUtc = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  return (day: string) => format.format(new Date(`${day}T12:00:00.000Z`))
}

export const monthText = inUtc({ month: 'long', year: 'numeric' })
const weekday = inUtc({ weekday: 'long' })
const shortWeekday = inUtc({ weekday: 'short' })

/** A month in weeks; entries are dragged from day to day. */
export function MonthGrid({ month, weeks, today, entries, actions, onMove, onAdd }: MonthGridProps) {
  const { calendarWeekday } = useDates()
  const [dragged, setDragged] = useState<PlanEntry>()
  const [over, setOver] = useState<string>()
  const drop = (day: string) => {
    setOver(undefined)
    setDragged(undefined)
    if (dragged && dragged.day !== day) onMove(dragged, day)
  }
  return (
    <table className="w-full table-fixed border-collapse bg-white">
      <caption className="sr-only">{monthText(`${month}-01`)}</caption>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" abbr={weekday(day)} className="border border-line p-2 text-left text-sm">
              {shortWeekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td
                key={day}
                data-day={day}
                onDragOver={(event) => {
                  if (!dragged) return
                  event.preventDefault()
                  if (over !== day) setOver(day)
                }}
                onDrop={(event) => {
                  event.preventDefault()
                  drop(day)
                }}
                className={`h-28 border border-line p-1 align-top ${over === day && dragged ? 'bg-accent-pale outline-2 -outline-offset-2 outline-accent-deep' : monthOf(day) === month ? '' : 'bg-cream'}`}
              >
                <div className="flex items-center justify-between gap-1">
                  <time
                    dateTime={day}
                    aria-current={day === today ? 'date' : undefined}
                    className={`inline-flex size-7 items-center justify-center rounded-full text-sm ${day === today ? 'bg-accent-deep font-semibold text-white' : 'text-ink-soft'}`}
                  >
                    <span aria-hidden="true">{Number(day.slice(8))}</span>
                    <span className="sr-only">{calendarWeekday(day)}</span>
                  </time>
                  <button
                    type="button"
                    aria-label={`New idea on ${calendarWeekday(day)}`}
                    onClick={() => onAdd(day)}
                    className="inline-flex size-8 items-center justify-center rounded-lg text-ink-soft hover:bg-cream hover:text-ink"
                  >
                    <Plus aria-hidden="true" className="size-4" />
                  </button>
                </div>
                <ul className="space-y-1">
                  {entries
                    .filter((entry) => entry.day === day)
                    .map((entry) => (
                      <PlanItem key={keyOf(entry)} entry={entry} actions={actions} onDrag={setDragged} />
                    ))}
                </ul>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
