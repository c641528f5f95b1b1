import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Passkey } from '../../../contract/accounts/passkeys.ts'
import { submission } from '../../data/mutations.ts'
import { passkeysQuery, useDeletePasskey } from '../../data/owner/passkeys.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { Panel } from '../kit/panel.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { PanelQuery } from './panel-query.tsx'
import { AddPasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.tsx'

export function PasskeysPanel() {
  const passkeys = useQuery(passkeysQuery())
  const [isAdding, setIsAdding] = useState(false)
  const isSupported = 'PublicKeyCredential' in window
  return (
    <Panel
      title="Passkeys"
      description="Sign in with your finger, your face or the PIN of your device. A passkey stands for password and code together."
    >
      <PanelQuery query={passkeys} height="h-16" errorText="Your passkeys could not be loaded.">
        {(entries) =>
          entries.length === 0 ? (
            <p className="mb-4 text-sm text-ink-soft">There is no passkey yet.</p>
          ) : (
            <ul className="mb-4 divide-y divide-line">
              {entries.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          )
        }
      </PanelQuery>
      {isSupported ? (
        <ToolButton onClick={() => setIsAdding(true)}>Add a passkey</ToolButton>
      ) : (
        <p className="text-sm text-ink-soft">This browser has no passkeys; they also need https.</p>
      )}
      {isAdding && <AddPasskeyDialog onClose={() => setIsAdding(false)} />}
    </Panel>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const dates = useDates()
  const remove = useDeletePasskey()
  const [open, setOpen] = useState<'rename' | 'delete'>()
  const close = () => setOpen(undefined)
  const confirm = () =>
    remove.mutate(submission({ params: { id: passkey.id } }), {
      onSuccess: () => {
        close()
        toast(adminMessages.passkeyDeleted(passkey.name))
      },
    })
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 py-2 first:pt-0">
      <div className="min-w-0 grow">
        <p dir="auto" className="font-medium wrap-anywhere">
          {passkey.name}
        </p>
        <p className="text-sm text-ink-soft">
          {passkey.otherHost !== null && `Made at ${passkey.otherHost}, where alone it works. `}
          Added {dates.day(passkey.createdAt)}
          {passkey.lastUsedAt ? `, last used ${dates.moment(passkey.lastUsedAt)}` : ', not used yet'}
        </p>
      </div>
      {passkey.otherHost === null && (
        <ToolButton aria-label={`Rename ${passkey.name}`} onClick={() => setOpen('rename')}>
          Rename
        </ToolButton>
      )}
      <ToolButton tone="danger" aria-label={`Delete ${passkey.name}`} onClick={() => setOpen('delete')}>
        Delete
      </ToolButton>
      {open === 'rename' && <RenamePasskeyDialog passkey={passkey} onClose={close} />}
      <ConfirmDialog
        isOpen={open === 'delete'}
        title="Delete this passkey?"
        confirmLabel="Delete"
        isBusy={remove.isPending}
        error={remove.error && messageOf(remove.error)}
        onConfirm={confirm}
        onClose={close}
      >
        <p className="wrap-anywhere">
          “{passkey.name}” signs you in no more. You can remove it from the device as well.
        </p>
      </ConfirmDialog>
    </li>
  )
}
