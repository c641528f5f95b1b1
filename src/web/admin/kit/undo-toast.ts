import type { ToastCopy } from '../../lib/copy.ts'
import { type ToastHandle, type ToastOptions, toast } from '../../lib/toast.ts'

/** A toast with an 'Undo' action, which ends an earlier one `about` the same and loses its meaning without its `rows`. */
export function undoToast(copy: ToastCopy, undo: () => void, options?: ToastOptions): ToastHandle {
  return toast({ ...copy, action: { label: 'Undo', onSelect: undo } }, options)
}
