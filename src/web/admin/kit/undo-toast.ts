import type { ToastCopy } from '../../lib/copy.ts'
import { type ToastHandle, toast } from '../../lib/toast.ts'

/** A toast with an 'Undo' action, which ends an earlier one `about` the same. */
export function undoToast(copy: ToastCopy, undo: () => void, about?: string): ToastHandle {
  const action = { label: 'Undo', onSelect: undo }
  return toast({ ...copy, action }, about === undefined ? {} : { about })
}
