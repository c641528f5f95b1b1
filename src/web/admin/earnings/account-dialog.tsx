import { type FormEvent, useId, useState } from 'react'
import {
  type EarningAccount,
  EarningAccountInput,
  type FetchedNetwork,
} from '../../../contract/shop/earning-accounts.ts'
import { networks } from '../../../contract/shop/networks.ts'
import { submission } from '../../data/mutations.ts'
import { useSaveEarningAccount } from '../../data/owner/earning-accounts.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { DialogButtons } from '../kit/dialog-buttons.tsx'
import { TextField } from '../kit/form-fields.tsx'
import { issuesOf, messageOf } from '../kit/server-errors.ts'

const words: Record<FetchedNetwork, { id: string; token: string }> = {
  awin: { id: 'Publisher ID', token: 'API token' },
  cj: { id: 'Publisher ID (CID)', token: 'Personal access token' },
  impact: { id: 'Account SID', token: 'Auth token' },
}

type AccountDialogProps = { network: FetchedNetwork; account: EarningAccount | undefined; onClose: () => void }

/** The ID and the token of an account; the token is sent and never shown. */
export function AccountDialog({ network, account, onClose }: AccountDialogProps) {
  const formId = useId()
  const save = useSaveEarningAccount()
  const [accountId, setAccountId] = useState(account?.accountId ?? '')
  const [token, setToken] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const showIssues = (issues: readonly { path: string; message: string }[]) =>
    setErrors(Object.fromEntries(issues.map(({ path, message }) => [path, message])))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = EarningAccountInput.safeParse({ accountId, token })
    const issues = parsed.error?.issues.map(({ path, message }) => ({ path: path.join('.'), message })) ?? []
    if (!account && token.trim() === '') issues.push({ path: 'token', message: 'Please enter the token' })
    showIssues(issues)
    if (!parsed.success || issues.length > 0) return
    save.mutate(submission({ params: { network }, body: parsed.data }), {
      onSuccess: onClose,
      onError: (error) => showIssues(issuesOf(error)),
    })
  }

  return (
    <Dialog
      isOpen
      title={`Account at ${networks[network].label}`}
      size="small"
      onClose={onClose}
      footer={
        <DialogButtons formId={formId} isDisabled={save.isPending} onClose={onClose}>
          {save.isPending ? 'Saving...' : 'Save'}
        </DialogButtons>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-5">
        <TextField
          optional={false}
          label={words[network].id}
          autoComplete="off"
          spellCheck={false}
          value={accountId}
          error={errors.accountId}
          onChange={(event) => setAccountId(event.target.value)}
        />
        <TextField
          optional={account !== undefined}
          label={words[network].token}
          type="password"
          autoComplete="off"
          value={token}
          error={errors.token}
          hint={account ? 'Leave it empty to keep the stored one.' : 'It is stored encrypted and never shown again.'}
          onChange={(event) => setToken(event.target.value)}
        />
        {save.error && Object.keys(errors).length === 0 && (
          <StatusMessage tone="error">{messageOf(save.error)}</StatusMessage>
        )}
      </form>
    </Dialog>
  )
}
