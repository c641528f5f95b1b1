import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { settingFields } from '../../../contract/accounts/setting-fields.ts'
import type { Settings } from '../../../contract/accounts/site.ts'
import { ADDRESS_NEEDED } from '../../../contract/audience/newsletters.ts'
import { submission } from '../../data/mutations.ts'
import { settingsQuery, useSaveSettings } from '../../data/owner/settings.ts'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { Dialog } from '../kit/dialog.tsx'
import { TextAreaField, TextField } from '../kit/form-fields.tsx'
import { issuesOf, messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useFocusInvalid } from '../kit/use-focus-invalid.ts'
import { PanelQuery } from '../settings/panel-query.tsx'

/** Opens the fields that are missing; renders nothing for another reason. */
export function SenderAddressButton({ reason }: { reason: string | null | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {reason === ADDRESS_NEEDED && (
        <ToolButton className="mt-2" onClick={() => setIsOpen(true)}>
          Enter name and address
        </ToolButton>
      )}
      {isOpen && <SenderAddressDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

const keys = ['ownerName', 'postalAddress'] as const
type Faults = Partial<Record<(typeof keys)[number], string>>

function SenderAddressDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const query = useQuery(settingsQuery())
  const saving = useSaveSettings()
  return (
    <Dialog
      isOpen
      size="small"
      title="Who sends the newsletter"
      onClose={onClose}
      footer={
        <>
          <ToolButton onClick={onClose}>Cancel</ToolButton>
          <ToolButton tone="primary" type="submit" form={formId} aria-disabled={saving.isPending || !query.data}>
            {saving.isPending ? 'Saving...' : 'Save'}
          </ToolButton>
        </>
      }
    >
      <PanelQuery query={query} errorText="The settings could not be loaded." height="h-40">
        {({ settings }) => <Fields formId={formId} settings={settings} saving={saving} onSaved={onClose} />}
      </PanelQuery>
    </Dialog>
  )
}

type FieldsProps = {
  formId: string
  settings: Settings
  saving: ReturnType<typeof useSaveSettings>
  onSaved: () => void
}

function Fields({ formId, settings, saving, onSaved }: FieldsProps) {
  const [faults, setFaults] = useState<Faults>({})
  const form = useFocusInvalid(faults)
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (saving.isPending) return
    const typed = new FormData(event.currentTarget)
    const values = { ownerName: typedIn(typed, 'ownerName'), postalAddress: typedIn(typed, 'postalAddress') }
    const found = faultsOf(values)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    saving.mutate(submission({ body: values }), {
      onSuccess: () => {
        onSaved()
        toast(adminMessages.settingsSaved)
      },
      onError: (error) => setFaults(Object.fromEntries(issuesOf(error).map(({ path, message }) => [path, message]))),
    })
  }
  const isOther = saving.error && Object.keys(faults).length === 0
  return (
    <form ref={form} id={formId} noValidate onSubmit={handleSubmit} className="space-y-4">
      <TextField
        name="ownerName"
        optional={false}
        label={settingFields.ownerName.label}
        autoComplete="organization"
        defaultValue={settings.ownerName}
        error={faults.ownerName}
      />
      <TextAreaField
        name="postalAddress"
        optional={false}
        label={settingFields.postalAddress.label}
        hint="Stands below every newsletter, and on no page of the site by that. A PO box is enough in many countries."
        autoComplete="street-address"
        defaultValue={settings.postalAddress}
        error={faults.postalAddress}
      />
      {isOther && <StatusMessage tone="error">{messageOf(saving.error)}</StatusMessage>}
    </form>
  )
}

const typedIn = (typed: FormData, key: (typeof keys)[number]) => String(typed.get(key) ?? '').trim()

const missing = { ownerName: 'Please enter your name', postalAddress: 'Please enter your postal address' }

function faultsOf(values: Record<(typeof keys)[number], string>): Faults {
  const found = keys.flatMap((key) => {
    const fault =
      values[key] === '' ? missing[key] : settingFields[key].input.safeParse(values[key]).error?.issues[0]?.message
    return fault === undefined ? [] : [[key, fault]]
  })
  return Object.fromEntries(found)
}
