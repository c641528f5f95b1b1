import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Day } from '../../../contract/platform/days.ts'
import { submission } from '../../data/mutations.ts'
import { plannedDayQuery, useMovePlanned } from '../../data/owner/planning.ts'
import { Link } from '../../lib/router.tsx'
import { TextField } from '../kit/form-fields.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { Panel } from '../kit/panel.tsx'

/** The day in the calendar of a draft, which publishes nothing. It is saved when the field is left, apart from the text. */
export function PlanPanel({ id }: { id: number }) {
  const planned = useQuery(plannedDayQuery(id))
  const { mutate, isPending } = useMovePlanned()
  const [typed, setTyped] = useState<string>()
  const [isSaved, setIsSaved] = useState(false)
  const day = planned.data?.day ?? ''
  const value = typed ?? day
  const isDay = value === '' || Day.safeParse(value).success
  const save = () => {
    if (value === day || !isDay) return
    mutate(submission({ to: 'idea' as const, id, day: value || null }), {
      onSuccess: () => {
        setTyped(undefined)
        setIsSaved(true)
      },
    })
  }
  return (
    <Panel title="Plan" className="md:p-4!">
      <LoadFailure query={planned}>The planned day could not be loaded.</LoadFailure>
      <TextField
        optional
        label="Planned day"
        type="date"
        disabled={!planned.data}
        value={value}
        error={isDay ? undefined : 'Please choose a day between the years 2000 and 2999'}
        onChange={(event) => {
          setIsSaved(false)
          setTyped(event.target.value)
        }}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save()
        }}
        hint={
          <>
            For your{' '}
            <Link
              href={`/admin/posts/calendar${value && isDay ? `?month=${value.slice(0, 7)}` : ''}`}
              className="underline underline-offset-4"
            >
              calendar
            </Link>
            . Nothing is published on this day.
          </>
        }
      />
      <p role="status" className="text-sm text-ink-soft">
        {isPending ? 'Saving...' : isSaved && 'Saved.'}
      </p>
    </Panel>
  )
}
