import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { type EditableSettings, type SettingsConflict, SettingsInput } from '../../../contract/settings.ts'
import { ApiError } from '../../data/api.ts'
import { submission } from '../../data/mutations.ts'
import { useSaveSettings } from '../../data/owner/settings.ts'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { ownerCopy } from '../kit/owner-copy.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { SettingControl } from './setting-control.tsx'
import type { SettingField, SettingsSection } from './setting-fields.ts'

type SettingsFormProps = {
  section: SettingsSection
  current: EditableSettings
  onSaved: (saved: EditableSettings) => void
}

/** One section of the settings; what is saved is live at once. */
export function SettingsForm({ section, current, onSaved }: SettingsFormProps) {
  const save = useSaveSettings()
  const [newer, setNewer] = useState<EditableSettings>()
  const form = useForm<SettingsInput>({
    values: only(section, (key) => current.settings[key]),
    resolver: zodResolver(
      z.pick(
        SettingsInput,
        only(section, () => true as const),
      ),
    ),
  })
  const { dirtyFields, isDirty } = form.formState

  const submit = (version: number) =>
    form.handleSubmit((values) => {
      const changed = section.fields.filter(({ key }) => dirtyFields[key])
      const changes: SettingsInput = Object.fromEntries(changed.map(({ key }) => [key, values[key]]))
      save.mutate(submission({ changes, version }), {
        onSuccess: (saved) => {
          setNewer(undefined)
          onSaved(saved)
          toast(ownerCopy.settingsSaved)
        },
        onError: (error) => {
          if (error instanceof ApiError && error.status === 409) setNewer((error.body as SettingsConflict).current)
          else toast(ownerCopy.settingsFailed(error.message))
        },
      })
    })

  return (
    <form noValidate aria-label={section.label} onSubmit={submit(current.version)} className="space-y-6">
      {section.fields.map((field) => (
        <SettingControl key={field.key} field={field} form={form} defaults={current.defaults} />
      ))}
      {newer && (
        <StatusMessage tone="error">
          These settings were changed in another window. Yours are still here.
          <span className="mt-3 flex flex-wrap gap-2">
            <ToolButton onClick={() => onSaved(newer)}>Show the others</ToolButton>
            <ToolButton tone="primary" onClick={submit(newer.version)}>
              Save mine
            </ToolButton>
          </span>
        </StatusMessage>
      )}
      {isDirty && (
        <div className="sticky bottom-0 -mx-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-white/95 px-4 py-3 md:-mx-6 md:px-6">
          <p role="status" className="mr-auto text-sm text-ink-soft">
            Unsaved changes
          </p>
          <ToolButton onClick={() => form.reset()}>Discard</ToolButton>
          <ToolButton type="submit" tone="primary" disabled={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save'}
          </ToolButton>
        </div>
      )}
    </form>
  )
}

/** A record of the section's settings alone. */
function only<Value>({ fields }: SettingsSection, settingOf: (key: SettingField['key']) => Value) {
  return Object.fromEntries(fields.map(({ key }) => [key, settingOf(key)])) as Record<SettingField['key'], Value>
}
