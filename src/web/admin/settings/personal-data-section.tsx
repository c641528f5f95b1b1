import { type FormEvent, useState } from 'react'
import { type Erasure, Person, type PersonalData } from '../../../contract/personal-data.ts'
import { submission } from '../../data/mutations.ts'
import { useErasePersonalData, useExportPersonalData } from '../../data/owner/personal-data.ts'
import { toast } from '../../lib/toast.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { TextField } from '../kit/form-fields.tsx'
import { ownerCopy } from '../kit/owner-copy.ts'
import { Panel } from '../kit/panel.tsx'
import { ToolButton } from '../kit/tool-button.tsx'

/** What a person may ask for: everything that is kept about them as a file, and its deletion. */
export function PersonalDataSection() {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [asksAbout, setAsksAbout] = useState<string>()
  const exporting = useExportPersonalData()

  const readEmail = (): string | undefined => {
    const person = Person.safeParse({ email: typed })
    setError(person.error?.issues[0]?.message)
    return person.data?.email
  }
  const handleExport = (event: FormEvent) => {
    event.preventDefault()
    const email = readEmail()
    if (email === undefined) return
    exporting.mutate(submission(email), {
      onSuccess: (data) => {
        saveFile(data)
        toast(ownerCopy.personalDataExported(inWords(countOf(data))))
      },
      onError: (failure) => toast(ownerCopy.actionFailed(failure.message)),
    })
  }
  return (
    <Panel
      title="Personal data"
      description="For whoever asks what is kept about them, or wants it deleted: subscription, messages and mails."
    >
      <form noValidate onSubmit={handleExport} className="space-y-4">
        <TextField
          label="Email address of the person"
          type="email"
          autoComplete="off"
          value={typed}
          error={error}
          hint="Make sure that the address is theirs: let them ask from it."
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="flex flex-wrap gap-2">
          <ToolButton type="submit" tone="primary" disabled={exporting.isPending}>
            {exporting.isPending ? 'Exporting...' : 'Export as JSON'}
          </ToolButton>
          <ToolButton tone="danger" onClick={() => setAsksAbout(readEmail())}>
            Delete for good
          </ToolButton>
        </div>
      </form>
      <p className="mt-5 text-sm text-ink-soft">
        Clicks belong to nobody, so there are none of one person. Backups hold what was there when they were made, until
        they are deleted.
      </p>
      <EraseDialog email={asksAbout} onClose={() => setAsksAbout(undefined)} />
    </Panel>
  )
}

function EraseDialog({ email, onClose }: { email: string | undefined; onClose: () => void }) {
  const erasure = useErasePersonalData()
  const handleConfirm = () =>
    erasure.mutate(submission(email!), {
      onSuccess: (erased) => {
        onClose()
        toast(ownerCopy.personalDataErased(inWords(erased)))
      },
    })
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

function countOf({ subscriber, messages, mails }: PersonalData): Erasure {
  return { subscribers: subscriber ? 1 : 0, messages: messages.length, mails: mails.length }
}

/** '1 subscription, 2 messages and 0 mails' */
function inWords({ subscribers, messages, mails }: Erasure): string {
  const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
  return `${counted(subscribers, 'subscription')}, ${counted(messages, 'message')} and ${counted(mails, 'mail')}`
}

function saveFile(data: PersonalData): void {
  const href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = href
  link.download = `personal-data-${data.exportedAt.slice(0, 10)}.json`
  link.click()
  URL.revokeObjectURL(href)
}
