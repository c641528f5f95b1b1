import { type FormEvent, type ReactNode, useId } from 'react'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Dialog } from './dialog.tsx'
import { ToolButton } from './tool-button.tsx'
import { useFocusInvalid } from './use-focus-invalid.ts'

type FormDialogProps = {
  title: string
  saveLabel: string
  isBusy?: boolean
  /** Why it was refused, where that belongs to no field. */
  error?: string | undefined
  /** The fault of a field, which gets the focus. */
  fault: { message: string } | undefined
  onSubmit: (values: FormData) => void
  onClose: () => void
  children: ReactNode
}

/** A small form in a dialog, whose fields are read when it is submitted. */
export function FormDialog({ title, saveLabel, isBusy, error, fault, onSubmit, onClose, children }: FormDialogProps) {
  const formId = useId()
  const form = useFocusInvalid(fault)
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isBusy) onSubmit(new FormData(event.currentTarget))
  }
  return (
    <Dialog
      isOpen
      size="small"
      title={title}
      onClose={onClose}
      footer={
        <>
          <ToolButton onClick={onClose}>Cancel</ToolButton>
          <ToolButton tone="primary" type="submit" form={formId} aria-disabled={isBusy}>
            {saveLabel}
          </ToolButton>
        </>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={handleSubmit} className="space-y-4">
        {children}
        {error && <StatusMessage tone="error">{error}</StatusMessage>}
      </form>
    </Dialog>
  )
}
