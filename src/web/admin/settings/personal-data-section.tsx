import { type FormEvent, useState } from 'react'
import { Person } from '../../../contract/audience/personal-data.ts'
import { submission } from '../../data/mutations.ts'
import { useErasePersonalData } from '../../data/owner/personal-data.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { TextField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { amountOf, usePersonExport } from '../kit/use-person-export.ts'

/** Exports or erases the data of a person (GDPR access and erasure requests). */
export function PersonalDataSection() {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [toErase, setToErase] = useState<string>()
  const { exportPerson, isExporting } = usePersonExport()

  const readEmail = (): string | undefined => {
    const person = Person.safeParse({ email: typed })
    setError(person.error?.issues[0]?.message)
    return person.data?.email
  }
  const handleExport = (event: FormEvent) => {
    event.preventDefault()
    const email = readEmail()
    if (email !== undefined) exportPerson(email)
  }
  return (
    <Panel
      title="Personal data"
      description="For whoever asks what is kept about them, or wants it deleted: subscription, messages and mails."
    >
      <form noValidate onSubmit={handleExport} className="space-y-4">
        <TextField
          optional={false}
          label="Email address of the person"
          type="email"
          autoComplete="off"
          value={typed}
          error={error}
          hint="Make sure that the address is theirs: let them ask from it."
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="flex flex-wrap gap-2">
          <ToolButton type="submit" tone="primary" disabled={isExporting}>
            {isExporting ? 'Exporting...' : 'Export as JSON'}
          </ToolButton>
          <ToolButton tone="danger" onClick={() => setToErase(readEmail())}>
            Delete for good
          </ToolButton>
        </div>
      </form>
      <p className="mt-5 text-sm text-ink-soft">
        Clicks belong to nobody, so there are none of one person. Backups hold what was there when they were made, until
        they are deleted.
      </p>
      <EraseDialog email={toErase} onClose={() => setToErase(undefined)} />
    </Panel>
  )
}

function EraseDialog({ email, onClose }: { email: string | undefined; onClose: () => void }) {
  const erasure = useErasePersonalData()
  const handleConfirm = () => {
    if (email === undefined) return
    erasure.mutate(submission({ body: { email } }), {
      onSuccess: (erased) => {
        onClose()
        toast(adminMessages.personalDataErased(amountOf(erased)))
      },
    })
  }
  return (
    <ConfirmDialog
      isOpen={email !== undefined}
      title="Delete everything about this person?"
      confirmLabel="Delete"
      isBusy={erasure.isPending}
      error={erasure.error?.message}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        The subscription of {email}, their messages and all mails to and from them are deleted at once. This cannot be
        undone.
      </p>
    </ConfirmDialog>
  )
}
