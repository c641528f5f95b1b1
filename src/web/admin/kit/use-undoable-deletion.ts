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
  restored: (rows: Row[]) => ToastCopy
}

/** Deletes rows and shows a toast with undo. A failure is shown as a toast unless the caller renders `error`. */
export function useUndoableDeletion<Row extends { id: number }>(
  { remove, restore, deleted, restored }: UndoableDeletion<Row>,
  { showsError = false }: { showsError?: boolean } = {},
) {
  const removal = useOwnerMutation(remove)
  const restoration = useOwnerMutation(restore)
  const onError = (error: Error) => toast(adminMessages.actionFailed(messageOf(error)))

  const undo = (rows: Row[]) =>
    restoration.mutate(submission(idsOf(rows)), { onSuccess: () => toast(restored(rows)), onError })

  return {
    removeRows(rows: Row[], onDone?: (ids: number[]) => void): void {
      const ids = idsOf(rows)
      removal.mutate(submission(ids), {
        onError: showsError ? undefined : onError,
        onSuccess: () => {
          onDone?.(ids)
          undoToast(deleted(rows), () => undo(rows))
        },
      })
    },
    isPending: removal.isPending,
    error: removal.error,
    reset: removal.reset,
  }
}

const idsOf = (rows: { id: number }[]) => rows.map((row) => row.id)
