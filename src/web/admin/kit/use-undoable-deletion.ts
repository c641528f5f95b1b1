import type { Choice } from '../../../contract/platform/lists.ts'
import { submission } from '../../data/mutations.ts'
import { useOwnerMutation } from '../../data/owner/owner-mutation.ts'
import type { ToastCopy } from '../../lib/copy.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from './admin-messages.ts'
import { messageOf } from './server-errors.ts'
import { dismissActionsOn, undoToast } from './undo-toast.ts'
import type { Chosen } from './use-selection.ts'

/** A function of `data/owner` that takes row ids and an idempotency key. */
type RowsCall = (ids: number[], key: string) => Promise<unknown>

type Undoable<Input, Response> = {
  remove: (input: Input, key: string) => Promise<Response>
  restore: RowsCall
  /** The rows as toasts name them, where they can be restored or deleted for good elsewhere. */
  keysOf?: (ids: number[]) => string[]
  /** The toast of a failed deletion; absent: the server's message. */
  failed?: ToastCopy | undefined
}

type Options = { showsError?: boolean }

export type UndoableDeletion<Row> = Undoable<number[], unknown> & {
  deleted: (rows: Row[]) => ToastCopy
  /** Absent: undoing shows no toast. */
  restored?: (rows: Row[]) => ToastCopy
}

/**
 * Deletes rows, says so and offers to undo it. A failure is a toast unless the caller shows `error` itself. Toasts are
 * shown even if the component was unmounted meanwhile; `onDone` is not called then.
 */
export function useUndoableDeletion<Row extends { id: number }>(
  { deleted, restored, ...calls }: UndoableDeletion<Row>,
  options?: Options,
) {
  const { run, ...state } = useDeletion(calls, options)
  return {
    removeRows(rows: Row[], onDone?: (ids: number[]) => void): void {
      const ids = rows.map(({ id }) => id)
      run(
        ids,
        () => ({ ids, deleted: deleted(rows), restored: restored?.(rows) }),
        () => onDone?.(ids),
      )
    },
    ...state,
  }
}

type ChosenDeletion = Undoable<Choice, { ids: number[] }> & {
  deleted: (count: number) => ToastCopy
  restored?: (count: number) => ToastCopy
}

/** The same for the chosen rows of a list; an undo restores those that were deleted. */
export function useChosenDeletion({ deleted, restored, ...calls }: ChosenDeletion, options?: Options) {
  const { run, ...state } = useDeletion(calls, options)
  return {
    removeChosen({ choice }: Pick<Chosen, 'choice'>, onDone?: () => void): void {
      run(
        choice,
        ({ ids }) => ({ ids, deleted: deleted(ids.length), restored: restored?.(ids.length) }),
        () => onDone?.(),
      )
    },
    ...state,
  }
}

type Done = { ids: number[]; deleted: ToastCopy; restored: ToastCopy | undefined }

function useDeletion<Input, Response>(
  { remove, restore, keysOf, failed }: Undoable<Input, Response>,
  { showsError = false }: Options = {},
) {
  const removal = useOwnerMutation(remove)
  const restoration = useOwnerMutation(restore)
  const onError = (error: Error) => toast(adminMessages.actionFailed(messageOf(error)))

  const undo = ({ ids, restored }: Done) =>
    restoration
      .mutateAsync(submission(ids))
      .then(
        (response) => (isNothing(response) ? toast(adminMessages.undoneTooLate) : restored && toast(restored)),
        onError,
      )

  return {
    run(input: Input, toDone: (response: Response) => Done, onSuccess: () => void): void {
      removal.mutateAsync(submission(input), { onSuccess }).then(
        (response) => {
          const done = toDone(response)
          const rows = keysOf?.(done.ids)
          // An earlier toast may offer to open what is deleted now.
          if (rows) dismissActionsOn(rows)
          undoToast(done.deleted, () => void undo(done), rows && { rows })
        },
        (error: Error) => {
          if (failed) toast(failed)
          else if (!showsError) onError(error)
        },
      )
    },
    isPending: removal.isPending,
    error: removal.error,
    reset: removal.reset,
  }
}

/** Whether a restoration found nothing to restore. */
const isNothing = (response: unknown) => (response as { ids?: number[] } | undefined)?.ids?.length === 0
