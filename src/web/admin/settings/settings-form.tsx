import { zodResolver } from '@hookform/resolvers/zod'
import { Fragment, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { type EditableSettings, type SettingsConflict, SettingsInput } from '../../../contract/settings.ts'
import { ApiError } from '../../data/api.ts'
import { submission } from '../../data/mutations.ts'
import { useSaveSettings } from '../../data/owner/settings.ts'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useLeaveGuard } from '../kit/use-leave-guard.tsx'
import { SettingControl } from './setting-control.tsx'
import type { SettingField, SettingsSection } from './setting-fields.ts'
import { SettingPreview } from './setting-preview.tsx'

type SettingsFormProps = {
  section: SettingsSection
  current: EditableSettings
  onSaved: (saved: EditableSettings) => void
}

/** One section of the settings; what is saved is live at once. */
export function SettingsForm({ section, current, onSaved }: SettingsFormProps) {
  const save = useSaveSettings()
  const place = useRef<HTMLFormElement>(null)
  /** The settings that are being changed here: not always the newest, when another window changed them meanwhile. */
  const [base, setBase] = useState(current)
  const [conflict, setConflict] = useState<EditableSettings>()
  const form = useForm<SettingsInput>({ defaultValues: valuesOf(section, base), resolver: resolverOf(section) })
  const { dirtyFields, isDirty } = form.formState
  const leave = useLeaveGuard(isDirty, 'Your changes of these settings are not saved yet. They will be lost.')

  const begin = (settings: EditableSettings) => {
    setBase(settings)
    setConflict(undefined)
    form.reset(valuesOf(section, settings))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only for settings that arrive, not for what is typed
  useEffect(() => {
    if (!isDirty && current.version !== base.version) begin(current)
  }, [current])

  const submit = (version: number) =>
    form.handleSubmit((values) => {
      const changed = section.fields.filter(({ key }) => dirtyFields[key])
      const changes: SettingsInput = Object.fromEntries(changed.map(({ key }) => [key, values[key]]))
      save.mutate(submission({ changes, version }), {
        onSuccess: (saved) => {
          begin(saved)
          onSaved(saved)
          toast(adminMessages.settingsSaved)
          // The button that had the focus is gone with its bar.
          place.current?.focus()
        },
        onError: (error) => {
          if (error instanceof ApiError && error.status === 409) setConflict((error.body as SettingsConflict).current)
          else toast(adminMessages.settingsFailed(error.message))
        },
      })
    })
  const discard = () => {
    begin(base)
    place.current?.focus()
  }

  return (
    <form ref={place} tabIndex={-1} noValidate aria-label={section.label} onSubmit={submit(base.version)}>
      <fieldset disabled={save.isPending} className="space-y-6">
        {section.fields.map((field) => (
          <Fragment key={field.key}>
            <SettingControl field={field} form={form} defaults={base.defaults} />
            <SettingPreview of={field.key} form={form} />
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
        <div className="sticky bottom-0 z-10 -mx-4 mt-6 -mb-4 flex flex-wrap items-center justify-end gap-2 rounded-b-card border-t border-line bg-white px-4 py-3 md:-mx-6 md:-mb-6 md:px-6">
          <p role="status" className="mr-auto text-sm text-ink-soft">
            Unsaved changes
          </p>
          <ToolButton disabled={save.isPending} onClick={discard}>
            Discard
          </ToolButton>
          <ToolButton type="submit" tone="primary" disabled={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save'}
          </ToolButton>
        </div>
      )}
      {leave.dialog}
    </form>
  )
}

function valuesOf(section: SettingsSection, { settings }: EditableSettings): SettingsInput {
  return only(section, (key) => settings[key])
}

function resolverOf(section: SettingsSection) {
  const isOfSection = only(section, () => true as const)
  return zodResolver(z.pick(SettingsInput, isOfSection))
}

/** A record of the section's settings alone. */
function only<Value>({ fields }: SettingsSection, settingOf: (key: SettingField['key']) => Value) {
  return Object.fromEntries(fields.map(({ key }) => [key, settingOf(key)])) as Record<SettingField['key'], Value>
}
