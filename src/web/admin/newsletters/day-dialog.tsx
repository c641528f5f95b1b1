import { type FormEvent, useId, useState } from 'react'
import { NewsletterDelay } from '../../../contract/audience/automatic-newsletters.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { TextField } from '../kit/form-fields.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useFocusInvalid } from '../kit/use-focus-invalid.ts'

type DayDialogProps = {
  title: string
  saveLabel: string
  delayDays?: number
  isBusy: boolean
  /** Why it was refused. */
  error: string | undefined
  onSave: (delayDays: number) => void
  onClose: () => void
}

/** After how many days a newsletter of the series is sent. */
export function DayDialog({ title, saveLabel, delayDays, isBusy, error, onSave, onClose }: DayDialogProps) {
  const formId = useId()
  const [fault, setFault] = useState<{ message: string }>()
  const form = useFocusInvalid(fault)
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const text = String(new FormData(event.currentTarget).get('delayDays')).trim()
    const checked = NewsletterDelay.safeParse({ delayDays: text === '' ? undefined : Number(text) })
    if (!checked.success) return setFault({ message: checked.error.issues[0]!.message })
    setFault(undefined)
    onSave(checked.data.delayDays)
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
        <TextField
          name="delayDays"
          label="Days after the confirmation"
          hint="For those who confirm from now on."
          inputMode="numeric"
          autoComplete="off"
          defaultValue={delayDays}
          error={fault?.message}
        />
        {error && <StatusMessage tone="error">{error}</StatusMessage>}
      </form>
    </Dialog>
  )
}
