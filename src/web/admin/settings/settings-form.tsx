import { zodResolver } from '@hookform/resolvers/zod'
import { Fragment, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { SettingKey } from '../../../contract/accounts/setting-fields.ts'
import { type EditableSettings, type SettingsConflict, SettingsInput } from '../../../contract/accounts/settings.ts'
import { ApiError } from '../../data/api.ts'
import { submission } from '../../data/mutations.ts'
import { useSaveSettings } from '../../data/owner/settings.ts'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { SaveBar } from '../kit/save-bar.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useLeaveGuard } from '../kit/use-leave-guard.tsx'
import { SettingControl } from './setting-control.tsx'
import { SettingPreview } from './setting-preview.tsx'

type SettingsFormProps = {
  label: string
  /** The settings of the section. */
  keys: SettingKey[]
  current: EditableSettings
  onSaved: (saved: EditableSettings) => void
}

/** One section of the settings; a save is live at once. */
export function SettingsForm({ label, keys, current, onSaved }: SettingsFormProps) {
  const save = useSaveSettings()
  const place = useRef<HTMLFormElement>(null)
  /** The version that is being edited; another window may have saved a newer one. */
  const [base, setBase] = useState(current)
  const [conflict, setConflict] = useState<EditableSettings>()
  const form = useForm<SettingsInput>({ defaultValues: valuesOf(keys, base), resolver: resolverOf(keys) })
  const { dirtyFields, isDirty } = form.formState
  const leave = useLeaveGuard(isDirty, 'Your changes of these settings are not saved yet. They will be lost.')

  const begin = (settings: EditableSettings) => {
    setBase(settings)
    setConflict(undefined)
    form.reset(valuesOf(keys, settings))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for newly loaded settings only, not for typing
  useEffect(() => {
    if (!isDirty && current.version !== base.version) begin(current)
  }, [current])

  const submit = (version: number) =>
    form.handleSubmit((values) => {
      const changed = keys.filter((key) => dirtyFields[key])
      const changes: SettingsInput = Object.fromEntries(changed.map((key) => [key, values[key]]))
      save.mutate(submission({ body: changes, version }), {
        onSuccess: (saved) => {
          begin(saved)
          onSaved(saved)
          toast(adminMessages.settingsSaved)
          // The bar with the focused button is gone.
          place.current?.focus({ preventScroll: true })
        },
        onError: (error) => {
          if (error instanceof ApiError && error.status === 409) setConflict((error.body as SettingsConflict).current)
          else toast(adminMessages.settingsFailed(messageOf(error)))
        },
      })
    })
  const discard = () => {
    begin(base)
    place.current?.focus({ preventScroll: true })
  }

  return (
    <form ref={place} tabIndex={-1} noValidate aria-label={label} onSubmit={submit(base.version)}>
      <fieldset disabled={save.isPending} className="space-y-6">
        {keys.map((key) => (
          <Fragment key={key}>
            <SettingControl of={key} form={form} defaults={base.defaults} />
            <SettingPreview of={key} form={form} />
          </Fragment>
        ))}
      </fieldset>
      {conflict && (
        <StatusMessage tone="error" className="mt-6">
          These settings were changed in another window. Yours are still here.
          <span className="mt-3 flex flex-wrap gap-2">
            <ToolButton onClick={() => begin(conflict)}>Show the others</ToolButton>
            <ToolButton tone="primary" onClick={submit(conflict.version)}>
              Save mine
            </ToolButton>
          </span>
        </StatusMessage>
      )}
      {isDirty && (
        <SaveBar
          isSaving={save.isPending}
          onDiscard={discard}
          className="-mx-4 mt-6 -mb-4 rounded-b-card border-t md:-mx-6 md:-mb-6 md:px-6"
        />
      )}
      {leave.dialog}
    </form>
  )
}

function valuesOf(keys: SettingKey[], { settings }: EditableSettings): SettingsInput {
  return only(keys, (key) => settings[key])
}

function resolverOf(keys: SettingKey[]) {
  return zodResolver(
    z.pick(
      SettingsInput,
      only(keys, () => true as const),
    ),
  )
}

function only<Value>(keys: SettingKey[], toValue: (key: SettingKey) => Value) {
  return Object.fromEntries(keys.map((key) => [key, toValue(key)])) as Record<SettingKey, Value>
}
