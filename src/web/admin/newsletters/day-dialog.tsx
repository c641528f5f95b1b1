import { useState } from 'react'
import { NewsletterDelay } from '../../../contract/audience/automatic-newsletters.ts'
import { FormDialog } from '../kit/form-dialog.tsx'
import { TextField } from '../kit/form-fields.tsx'

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
export function DayDialog({ delayDays, onSave, ...dialog }: DayDialogProps) {
  const [fault, setFault] = useState<{ message: string }>()
  const submit = (values: FormData) => {
    const text = String(values.get('delayDays')).trim()
    const checked = NewsletterDelay.safeParse({ delayDays: text === '' ? undefined : Number(text) })
    if (!checked.success) return setFault({ message: checked.error.issues[0]!.message })
    setFault(undefined)
    onSave(checked.data.delayDays)
  }
  return (
    <FormDialog {...dialog} fault={fault} onSubmit={submit}>
      <TextField
        name="delayDays"
        label="Days after the confirmation"
        optional={false}
        hint="For those who confirm from now on."
        inputMode="numeric"
        autoComplete="off"
        defaultValue={delayDays}
        error={fault?.message}
      />
    </FormDialog>
  )
}
