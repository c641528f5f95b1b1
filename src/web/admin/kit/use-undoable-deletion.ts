import { submission } from '../../data/mutations.ts'
import { useOwnerMutation } from '../../data/owner/owner-mutation.ts'
import type { ToastCopy } from '../../lib/copy.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from './admin-messages.ts'
import { messageOf } from './server-errors.ts'
import { undoToast } from './undo-toast.ts'

/** A function of `data/owner` that takes row ids and an idempotency key. */
type RowsCall = (ids: number[], key: string) => Promise<unknown>

export type UndoableDeletion<Row> = {
  remove: RowsCall
  restore: RowsCall
  deleted: (rows: Row[]) => ToastCopy
  /** Absent: undoing shows no toast. */
  restored?: (rows: Row[]) => ToastCopy
  /** The toast of a failed deletion; absent: the server's message. */
  failed?: ToastCopy
}

/**
 * Deletes rows, says so and offers to undo it. A failure is a toast unless the caller shows `error` itself. Toasts are
 * shown even if the component was unmounted meanwhile; `onDone` is not called then.
 */
export function useUndoableDeletion<Row extends { id: number }>(
  { remove, restore, deleted, restored, failed }: UndoableDeletion<Row>,
  { showsError = false }: { showsError?: boolean } = {},
) {
  const removal = useOwnerMutation(remove)
  const restoration = useOwnerMutation(restore)
  const onError = (error: Error) => toast(adminMessages.actionFailed(messageOf(error)))

  const undo = (rows: Row[]) =>
    restoration.mutateAsync(submission(idsOf(rows))).then(() => restored && toast(restored(rows)), onError)

  return {
    removeRows(rows: Row[], onDone?: (ids: number[]) => void): void {
      const ids = idsOf(rows)
      removal.mutateAsync(submission(ids), { onSuccess: () => onDone?.(ids) }).then(
        () => undoToast(deleted(rows), () => void undo(rows)),
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

const idsOf = (rows: { id: number }[]) => rows.map((row) => row.id)
