import { zodResolver } from '@hookform/resolvers/zod'
import { Fragment, type RefObject, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { type SettingKey, settingFields } from '../../../contract/accounts/setting-fields.ts'
import { type EditableSettings, type SettingsConflict, SettingsInput } from '../../../contract/accounts/settings.ts'
import { ApiError } from '../../data/api.ts'
import { submission } from '../../data/mutations.ts'
import { useSaveSettings } from '../../data/owner/settings.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConflictNotice } from '../kit/conflict-notice.tsx'
import { FieldRules } from '../kit/field-rules.ts'
import { SaveBar } from '../kit/save-bar.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { useLeaveGuard } from '../kit/use-leave-guard.tsx'
import { SettingControl } from './setting-control.tsx'
import { SettingPreview } from './setting-preview.tsx'
import { StoredElsewhere } from './stored-elsewhere.tsx'

type SettingsFormProps = {
  label: string
  /** The settings of the section. */
  keys: SettingKey[]
  current: EditableSettings
  onSaved: (saved: EditableSettings) => void
}

/** A setting that is sent has a value; a request leaves out those that stay. */
const rules = z.required(SettingsInput)

/** One section of the settings; a save is live at once. */
export function SettingsForm(props: SettingsFormProps) {
  const { label, keys } = props
  const place = useRef<HTMLFormElement>(null)
  const { form, base, conflict, isDirty, isSaving, begin, submit } = useSettingsForm(props, place)
  const leave = useLeaveGuard(isDirty, 'Your changes of these settings are not saved yet. They will be lost.')
  const discard = () => {
    begin(base)
    place.current?.focus({ preventScroll: true })
  }

  return (
    <form ref={place} tabIndex={-1} noValidate aria-label={label} onSubmit={submit(base.version)}>
      <FieldRules value={rules}>
        <fieldset disabled={isSaving} className="space-y-6">
          {keys.filter(isShown).map((key) => (
            <Fragment key={key}>
              <SettingControl of={key} form={form} defaults={base.defaults} />
              <SettingPreview of={key} form={form} />
              <StoredElsewhere of={key} form={form} />
            </Fragment>
          ))}
        </fieldset>
      </FieldRules>
      {conflict && (
        <ConflictNotice
          showLabel="Show the others"
          className="mt-6"
          onShow={() => begin(conflict)}
          onSave={submit(conflict.version)}
        >
          These settings were changed in another window. Yours are still here.
        </ConflictNotice>
      )}
      {isDirty && (
        <SaveBar
          isSaving={isSaving}
          onDiscard={discard}
          className="-mx-4 mt-6 -mb-4 rounded-b-card border-t md:-mx-6 md:-mb-6 md:px-6"
        />
      )}
      {leave.dialog}
    </form>
  )
}

/** The settings of a section while they are edited. `submit` saves them over a version; `begin` starts from others. */
function useSettingsForm({ keys, current, onSaved }: SettingsFormProps, place: RefObject<HTMLFormElement | null>) {
  const save = useSaveSettings()
  /** The version that is being edited; another window may have saved a newer one. */
  const [base, setBase] = useState(current)
  const [conflict, setConflict] = useState<EditableSettings>()
  const form = useForm<SettingsInput>({ defaultValues: valuesOf(keys, base), resolver: resolverOf(keys) })
  const { dirtyFields, isDirty } = form.formState

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
  return { form, base, conflict, isDirty, isSaving: save.isPending, begin, submit }
}

/** Settings that are edited on the same screen share the line that leads there. */
function isShown(key: SettingKey, index: number, keys: SettingKey[]): boolean {
  const { home } = settingFields[key]
  return !home || keys.findIndex((other) => settingFields[other].home === home) === index
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
