import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type HookProviderName,
  hookProviderNames,
  hookProviders,
  type MailHook,
} from '../../../contract/audience/mail-hooks.ts'
import { submission } from '../../data/mutations.ts'
import { mailHooksQuery, useDeleteMailHook } from '../../data/owner/mail-hooks.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { CopiedField } from '../kit/copied-field.tsx'
import { Panel } from '../kit/panel.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { MailHookDialog } from './mail-hook-dialog.tsx'
import { PanelQuery } from './panel-query.tsx'

/** The addresses to which mail providers report bounces and complaints. */
export function MailHooksPanel() {
  const query = useQuery(mailHooksQuery())
  const [edited, setEdited] = useState<HookProviderName>()
  const [removed, setRemoved] = useState<HookProviderName>()
  const hookOf = (provider: HookProviderName) => query.data?.find((hook) => hook.provider === provider)
  return (
    <Panel
      title="Bounces and complaints"
      description="If one of these providers sends your mail, it can report what came back. Addresses that do not exist, and those of people who complain, get no more newsletters."
    >
      <PanelQuery query={query} errorText="The delivery reports could not be loaded." height="h-60">
        {() => (
          <ul aria-label="Mail providers" className="divide-y divide-line">
            {hookProviderNames.map((provider) => (
              <HookItem
                key={provider}
                provider={provider}
                hook={hookOf(provider)}
                onEdit={() => setEdited(provider)}
                onRemove={() => setRemoved(provider)}
              />
            ))}
          </ul>
        )}
      </PanelQuery>
      {edited && <MailHookDialog provider={edited} hook={hookOf(edited)} onClose={() => setEdited(undefined)} />}
      {removed && <RemoveDialog provider={removed} onClose={() => setRemoved(undefined)} />}
    </Panel>
  )
}

type ItemProps = {
  provider: HookProviderName
  hook: MailHook | undefined
  onEdit: () => void
  onRemove: () => void
}

function HookItem({ provider, hook, onEdit, onRemove }: ItemProps) {
  const { label } = hookProviders[provider]
  return (
    <li className="space-y-3 py-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="font-semibold">{label}</p>
          {hook ? <HookState hook={hook} /> : <p className="text-ink-soft">Not connected</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          <ToolButton aria-label={`${hook ? 'Edit' : 'Connect'}: ${label}`} onClick={onEdit}>
            {hook ? 'Edit' : 'Connect'}
          </ToolButton>
          {hook && (
            <ToolButton tone="danger" aria-label={`Remove: ${label}`} onClick={onRemove}>
              Remove
            </ToolButton>
          )}
        </div>
      </div>
      {hook?.url && <CopiedField label={`Address for ${label}`} value={hook.url} />}
    </li>
  )
}

function HookState({ hook: { url, key, lastReportAt, reports, error, errorAt } }: { hook: MailHook }) {
  const { moment } = useDates()
  const count = reports === 1 ? '1 report' : `${reports.toLocaleString('en-US')} reports`
  return (
    <>
      <p className="text-ink-soft">
        {lastReportAt ? `${count}, the last on ${moment(lastReportAt)}` : 'No report yet'}
      </p>
      {url === null && (
        <p className="text-alert-deep">
          The key of this site has changed, so that the address cannot be shown. It still works until you replace it.
        </p>
      )}
      {key === 'unreadable' && (
        <p className="text-alert-deep">The signing key cannot be read with the key of this site: enter it again.</p>
      )}
      {error && (
        <p className="text-alert-deep wrap-anywhere">
          {errorAt && `${moment(errorAt)}: `}
          {error}
        </p>
      )}
    </>
  )
}

function RemoveDialog({ provider, onClose }: { provider: HookProviderName; onClose: () => void }) {
  const { mutate, isPending, error } = useDeleteMailHook()
  const { label } = hookProviders[provider]
  const handleConfirm = () =>
    mutate(submission({ params: { provider } }), {
      onSuccess: () => {
        onClose()
        toast(adminMessages.mailHookRemoved(label))
      },
    })
  return (
    <ConfirmDialog
      isOpen
      title={`Remove the address for ${label}?`}
      confirmLabel="Remove"
      isBusy={isPending}
      error={error && messageOf(error)}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p>It stops working at once, and bounces are not noticed any more. Suppressed addresses stay suppressed.</p>
    </ConfirmDialog>
  )
}
