import type { ToastCopy } from '../../lib/copy.ts'
import { toast } from '../../lib/toast.ts'

/** Says what was done and offers to undo it while the notification is there. */
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
