import type { PlanEntry } from '../../../../contract/app/planning.ts'
import { addDays } from '../../../../contract/platform/days.ts'
import { submission } from '../../../data/mutations.ts'
import { type PlanMove, useMovePlanned } from '../../../data/owner/planning.ts'
import { toast } from '../../../lib/toast.ts'
import { withDate } from '../../editor/publish-date.ts'
import { adminMessages } from '../../kit/admin-messages.ts'
import { messageOf } from '../../kit/server-errors.ts'
import { undoToast } from '../../kit/undo-toast.ts'
import { useDates } from '../../kit/use-dates.ts'
import { keyOf, nameOf } from './plan-entry.tsx'

/** Moves entries to other days, at the same time of day, with 'Undo'. */
export function usePlanMoves() {
  const { timeZone, day: dayText } = useDates()
  const { mutateAsync } = useMovePlanned()
  // Promises, because an observer calls the handlers of its newest mutation only, and none once the calendar is left.
  const run = (move: PlanMove, onMoved: () => void) =>
    void mutateAsync(submission(move)).then(onMoved, (error: Error) =>
      toast(adminMessages.actionFailed(messageOf(error))),
    )
  const send = (entry: PlanEntry, move: PlanMove, undo: PlanMove, where: string) =>
    run(move, () =>
      undoToast(
        adminMessages.planMoved({ title: nameOf(entry), where }),
        () => run(undo, () => toast(adminMessages.planMovedBack(nameOf(entry)))),
        { about: `plan ${keyOf(entry)}` },
      ),
    )
  const moveTo = (entry: PlanEntry, day: string | null) => {
    const { id, kind, at } = entry
    if (day === entry.day) return
    const where = day === null ? 'off the calendar' : `on ${dayText(`${day}T12:00:00.000Z`)}`
    if (at === null) return send(entry, { to: 'idea', id, day }, { to: 'idea', id, day: entry.day }, where)
    const next = day === null ? null : withDate(at, day, timeZone)
    if (next === null) return
    send(entry, { to: kind, id, at: next }, { to: kind, id, at }, where)
  }
  return { moveTo, moveBy: (entry: PlanEntry, days: number) => moveTo(entry, addDays(entry.day, days)) }
}
