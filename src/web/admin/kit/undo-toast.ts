import type { ToastCopy } from '../../lib/copy.ts'
import { changeToasts, dismissToast, type ToastHandle, type ToastOptions, toast } from '../../lib/toast.ts'

/** A toast with an 'Undo' action, which ends an earlier one `about` the same and loses its meaning without its `rows`. */
export function undoToast(copy: ToastCopy, undo: () => void, options?: ToastOptions): ToastHandle {
  return toast({ ...copy, action: { label: 'Undo', onSelect: undo } }, options)
}

/** Closes the toasts whose actions have lost their last row, because these rows are back or gone for good. */
export function dismissActionsOn(rows: readonly string[]): void {
  const ended: string[] = []
  changeToasts((toasts) =>
    toasts.map((each) => {
      const left = each.rows?.filter((row) => !rows.includes(row))
      if (left?.length === 0) ended.push(each.id)
      return left ? { ...each, rows: left } : each
    }),
  )
  for (const id of ended) dismissToast(id)
}
