import type { ToastCopy } from '../../lib/copy.ts'
import { toast } from '../../lib/toast.ts'

/** A toast with an 'Undo' action. */
export function undoToast(copy: ToastCopy, undo: () => void): void {
  const shown = toast({
    ...copy,
    action: {
      label: 'Undo',
      onSelect: () => {
        shown.dismiss()
        undo()
      },
    },
  })
}
