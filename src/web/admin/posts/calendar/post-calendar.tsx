import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Plus } from 'lucide-react'
import { useState } from 'react'
import type { PlanEntry } from '../../../../contract/app/planning.ts'
import { dayIn } from '../../../../contract/platform/days.ts'
import { planQuery } from '../../../data/owner/planning.ts'
import { Link, useRouter } from '../../../lib/router.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { LoadFailure } from '../../kit/load-failure.tsx'
import { TabHeader } from '../../kit/panel.tsx'
import { ToolButton, ToolLink, toolClass } from '../../kit/tool-button.tsx'
import { useDates } from '../../kit/use-dates.ts'
import { useMediaQuery } from '../../kit/use-media-query.ts'
import { monthOf, parseMonth, weekStartOf, weeksOf } from './month-days.ts'
import { MonthGrid, monthText } from './month-grid.tsx'
import { IdeaDialog, MoveDialog } from './plan-dialogs.tsx'
import { keyOf, type PlanActions, PlanItem } from './plan-entry.tsx'
import { usePlanMoves } from './use-plan-moves.ts'

/** The calendar of posts, newsletters and ideas at /admin/posts/calendar, by month and view of its address. */
export function PostCalendar() {
  const { query } = useRouter()
  const { timeZone, clockTime } = useDates()
  const isWide = useMediaQuery('(min-width: 768px)')
  const today = dayIn(timeZone, new Date())
  const month = parseMonth(query.get('month')) ?? monthOf(today)
  const isList = !isWide || query.get('view') === 'list'
  const weeks = weeksOf(month, weekStartOf(navigator.language))
  const from = weeks[0]?.[0] ?? today
  const to = weeks.at(-1)?.at(-1) ?? today
  const plan = useQuery({ ...planQuery(from, to), staleTime: 0 })
  const [toMove, setToMove] = useState<PlanEntry>()
  const [newOn, setNewOn] = useState<string>()
  const moves = usePlanMoves()
  const actions: PlanActions = {
    clock: clockTime,
    onChooseDay: setToMove,
    onMoveBy: moves.moveBy,
    onRemoveDay: (entry) => moves.moveTo(entry, null),
  }
  const entries = plan.data ?? []
  return (
    <>
      <TabHeader title="Calendar" description="Posts, newsletters and ideas. An idea is not published by its day.">
        <ToolLink href="/admin/posts">All posts</ToolLink>
        <ToolButton tone="primary" onClick={() => setNewOn(month === monthOf(today) ? today : `${month}-01`)}>
          <Plus aria-hidden="true" className="size-4" />
          New idea
        </ToolButton>
      </TabHeader>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <MonthNavigation month={month} today={today} view={query.get('view')} />
        {isWide && <ViewSwitch month={month} isList={isList} />}
      </div>
      <LoadFailure query={plan}>The calendar could not be loaded.</LoadFailure>
      {plan.isPending ? (
        <div role="status">
          <span className="sr-only">Loading the calendar…</span>
          <Skeleton className="h-96 w-full" />
        </div>
      ) : plan.data === undefined ? null : isList ? (
        <PlanList
          entries={entries.filter(({ day }) => monthOf(day) === month)}
          month={month}
          today={today}
          actions={actions}
        />
      ) : (
        <MonthGrid {...{ month, weeks, today, entries, actions }} onMove={moves.moveTo} onAdd={setNewOn} />
      )}
      {toMove && (
        <MoveDialog entry={toMove} onMove={(day) => moves.moveTo(toMove, day)} onClose={() => setToMove(undefined)} />
      )}
      {newOn && <IdeaDialog day={newOn} onClose={() => setNewOn(undefined)} />}
    </>
  )
}

const hrefOf = (month: string, view: string | null) =>
  `/admin/posts/calendar?month=${month}${view === 'list' ? '&view=list' : ''}`

function MonthNavigation({ month, today, view }: { month: string; today: string; view: string | null }) {
  const step = (count: number) => hrefOf(monthOf(`${month}-01`, count), view)
  return (
    <nav aria-label="Month" className="flex flex-wrap items-center gap-2">
      <ToolLink href={step(-1)} aria-label="Month before">
        <ChevronLeft aria-hidden="true" className="size-4" />
      </ToolLink>
      <h3 aria-live="polite" className="min-w-36 text-center text-lg">
        {monthText(`${month}-01`)}
      </h3>
      <ToolLink href={step(1)} aria-label="Month after">
        <ChevronRight aria-hidden="true" className="size-4" />
      </ToolLink>
      {month !== monthOf(today) && <ToolLink href={hrefOf(monthOf(today), view)}>Today</ToolLink>}
    </nav>
  )
}

function ViewSwitch({ month, isList }: { month: string; isList: boolean }) {
  return (
    <nav aria-label="View" className="flex gap-2">
      <Link href={hrefOf(month, null)} aria-current={isList ? undefined : 'page'} className={viewClass(!isList)}>
        Month
      </Link>
      <Link href={hrefOf(month, 'list')} aria-current={isList ? 'page' : undefined} className={viewClass(isList)}>
        List
      </Link>
    </nav>
  )
}

const viewClass = (isCurrent: boolean) => toolClass(isCurrent ? 'primary' : 'plain')

type PlanListProps = { entries: PlanEntry[]; month: string; today: string; actions: PlanActions }

function PlanList({ entries, month, today, actions }: PlanListProps) {
  const { calendarWeekday } = useDates()
  if (entries.length === 0)
    return (
      <p className="rounded-card border border-line bg-white p-6 text-ink-soft">
        Nothing is planned, public or sent in {monthText(`${month}-01`)}.
      </p>
    )
  const days = [...new Set(entries.map(({ day }) => day))]
  return (
    <ol aria-label={monthText(`${month}-01`)} className="space-y-4">
      {days.map((day) => (
        <li key={day}>
          <h4 className="mb-1 text-sm font-semibold">
            {calendarWeekday(day)}
            {day === today && <span className="font-normal text-ink-soft"> (today)</span>}
          </h4>
          <ul className="space-y-2">
            {entries
              .filter((entry) => entry.day === day)
              .map((entry) => (
                <PlanItem key={keyOf(entry)} entry={entry} actions={actions} />
              ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
