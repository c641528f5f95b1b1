import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { ToolButton } from './tool-button.tsx'

type ConfirmDialogProps = {
  isOpen: boolean
  /** The question: 'Delete this product?' */
  title: string
  /** The verb: 'Delete'. */
  confirmLabel: string
  onConfirm: () => void
  onClose: () => void
  isBusy?: boolean
  isDangerous?: boolean
  /** Why the action failed. */
  error?: ReactNode
  children: ReactNode
}

/** Confirms an action with consequences; 'Cancel' has the initial focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, confirmLabel, onConfirm, onClose, isBusy, isDangerous = true, error, children } = props
  return (
    <Dialog
      isOpen={isOpen}
      title={title}
      onClose={onClose}
      size="small"
      isAlert
      footer={
        <>
          <ToolButton data-autofocus onClick={onClose}>
            Cancel
          </ToolButton>
          <ToolButton
            tone={isDangerous ? 'danger' : 'primary'}
            aria-disabled={isBusy}
            onClick={isBusy ? undefined : onConfirm}
          >
            {confirmLabel}
          </ToolButton>
        </>
      }
    >
      <div className="space-y-3 text-[0.9375rem]">
        {children}
        {error && (
          <div
            role="alert"
            className="rounded-lg border-l-4 border-alert bg-alert/10 px-4 py-3 text-sm text-alert-deep"
          >
            {error}
          </div>
        )}
      </div>
    </Dialog>
  )
}
