import type { OwnerRoutine, RoutineOrder } from '../../../contract/content/routines.ts'
import { submission } from '../../data/mutations.ts'
import { type RoutinesAction, useChangeRoutines, useReorderRoutines } from '../../data/owner/routines.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { messageOf } from '../kit/server-errors.ts'
import { undoToast } from '../kit/undo-toast.ts'
import { routineMessages } from './routine-messages.ts'

export type RoutineActions = {
  activate: (routines: OwnerRoutine[]) => void
  deactivate: (routines: OwnerRoutine[]) => void
  remove: (routines: OwnerRoutine[]) => void
  move: (order: RoutineOrder) => void
}

/** What is done to routines from their list. */
export function useRoutineActions(): RoutineActions {
  const change = useChangeRoutines()
  const order = useReorderRoutines()
  const onError = (error: Error) => toast(adminMessages.actionFailed(messageOf(error)))
  const run = (action: RoutinesAction['action'], routines: OwnerRoutine[], onSuccess: () => void) =>
    change.mutate(submission({ action, ids: routines.map(({ id }) => id) }), { onSuccess, onError })

  return {
    activate: (routines) => run('activate', routines, () => toast(routineMessages.activated(routines.length))),
    deactivate: (routines) => run('deactivate', routines, () => toast(routineMessages.deactivated(routines.length))),
    remove: (routines) =>
      run('delete', routines, () =>
        undoToast(routineMessages.deleted(routines.map(({ name }) => name)), () =>
          run('restore', routines, () => toast(routineMessages.restored)),
        ),
      ),
    move: (body) => order.mutate(submission({ body }), { onError }),
  }
}
