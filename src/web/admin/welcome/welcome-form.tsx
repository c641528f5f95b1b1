import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { EditableAppearance } from '../../../contract/accounts/appearance.ts'
import type { PaletteName } from '../../../contract/accounts/palettes.ts'
import { settingFields } from '../../../contract/accounts/setting-fields.ts'
import type { EditableSettings } from '../../../contract/accounts/settings.ts'
import { submission } from '../../data/mutations.ts'
import { appearanceQuery, useSaveAppearance } from '../../data/owner/appearance.ts'
import { useDismissOnOverview } from '../../data/owner/overview.ts'
import { settingsQuery, useSaveSettings } from '../../data/owner/settings.ts'
import { useRouter } from '../../lib/router.tsx'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { PaletteChoices } from '../appearance/theme-fields.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { FieldRules } from '../kit/field-rules.ts'
import { SelectField, TextField } from '../kit/form-fields.tsx'
import { showServerError } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { CurrencyOptions } from '../products/currency-options.tsx'
import { timeZones } from '../settings/setting-control.tsx'
import { guessCurrency } from './guess-currency.ts'
import { clearAnswers, readAnswers, storeAnswers } from './stored-answers.ts'
import { WelcomeInput } from './welcome-input.ts'

/** Typed values outlive a closed tab; they are saved as a whole or not at all. */
export function WelcomeForm({ current, theme }: { current: EditableSettings; theme: EditableAppearance }) {
  const [guess] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const form = useForm<WelcomeInput>({
    defaultValues: { ...initialValues(current, guess), palette: theme.appearance.palette, ...readAnswers() },
    resolver: zodResolver(WelcomeInput),
  })
  const { errors } = form.formState
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => storeAnswers(values) }),
    [form],
  )

  const { isBusy, end, handleSubmit } = useWelcomeSave(form, theme)
  return (
    <FieldRules value={WelcomeInput}>
      <form noValidate aria-label="Welcome" onSubmit={handleSubmit}>
        {errors.root && (
          <StatusMessage tone="error" className="mb-4">
            {errors.root.message}
          </StatusMessage>
        )}
        <fieldset disabled={isBusy} className="space-y-5">
          <Fields form={form} guess={guess} zone={current.settings.timeZone} />
        </fieldset>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <ToolButton tone="quiet" disabled={isBusy} onClick={end}>
            Skip for now
          </ToolButton>
          <ToolButton type="submit" tone="primary" disabled={isBusy}>
            {isBusy ? 'Saving...' : 'Save and continue'}
          </ToolButton>
        </div>
      </form>
    </FieldRules>
  )
}

type Form = UseFormReturn<WelcomeInput>

/** Saves the settings, then the palette, and leaves the welcome; `end` leaves it without a save. */
function useWelcomeSave(form: Form, theme: EditableAppearance) {
  const queryClient = useQueryClient()
  const { navigate } = useRouter()
  const save = useSaveSettings()
  const saveTheme = useSaveAppearance()
  const dismiss = useDismissOnOverview()
  const end = () => {
    dismiss.mutate(submission({ body: { welcome: true } }), {
      onSuccess: () => {
        clearAnswers()
        navigate('/admin')
        document.getElementById('main')?.focus()
      },
      onError: (error) => toast(adminMessages.actionFailed(error.message)),
    })
  }
  const onError = (error: Error) => showServerError(form, error, 'This could not be saved.')
  const finish = () => {
    toast(adminMessages.welcomeDone)
    end()
  }
  const savePalette = (palette: PaletteName) => {
    if (palette === theme.appearance.palette) return finish()
    const body = { ...theme.appearance, palette, accent: '' }
    saveTheme.mutate(submission({ body, version: theme.version }), {
      onSuccess: (saved) => {
        queryClient.setQueryData(appearanceQuery().queryKey, saved)
        finish()
      },
      onError(error) {
        // It may have been changed in another window; the next attempt starts from that.
        void queryClient.invalidateQueries({ queryKey: appearanceQuery().queryKey })
        onError(error)
      },
    })
  }
  const handleSubmit = form.handleSubmit(({ palette, ...body }) =>
    save.mutate(submission({ body }), {
      onSuccess: (saved) => {
        queryClient.setQueryData(settingsQuery().queryKey, saved)
        savePalette(palette)
      },
      onError,
    }),
  )
  const isBusy = save.isPending || saveTheme.isPending || dismiss.isPending
  return { isBusy, end, handleSubmit }
}

type FieldsProps = {
  form: Form
  /** The time zone of this browser. */
  guess: string
  /** The time zone of the site. */
  zone: string
}

function Fields({ form, guess, zone }: FieldsProps) {
  const { errors } = form.formState
  const chosen = form.watch('timeZone')
  return (
    <>
      <TextField
        {...form.register('brand')}
        label={settingFields.brand.label}
        hint="On every page, in search results and in mails."
        error={errors.brand?.message}
        autoFocus
      />
      <TextField
        {...form.register('tagline')}
        label={settingFields.tagline.label}
        hint="One sentence below the name, in the footer of each page."
        error={errors.tagline?.message}
      />
      <TextField
        {...form.register('email')}
        type="email"
        autoComplete="email"
        label={settingFields.email.label}
        hint="On the contact page. Messages of readers are sent to it. Leave it empty to show none."
        error={errors.email?.message}
      />
      <SelectField
        {...form.register('timeZone')}
        label={settingFields.timeZone.label}
        hint={
          chosen === guess ? 'As this browser says. Posts appear and days begin by it.' : settingFields.timeZone.hint
        }
        error={errors.timeZone?.message}
      >
        {[...new Set([...timeZones(zone), guess])].map((name) => (
          <option key={name} value={name}>
            {name.replaceAll('_', ' ')}
          </option>
        ))}
      </SelectField>
      <SelectField
        {...form.register('currency')}
        label={settingFields.currency.label}
        hint={
          form.watch('currency') === guessCurrency(chosen)
            ? 'As in the country of the time zone. Of new products and of Analytics.'
            : settingFields.currency.hint
        }
        error={errors.currency?.message}
      >
        <CurrencyOptions current={form.watch('currency')} />
      </SelectField>
      <PaletteChoices value={form.watch('palette')} onChoose={(palette) => form.setValue('palette', palette)} />
    </>
  )
}

/** A default stands for a name or an address only where the owner has none, so its field begins empty. */
function initialValues(
  { settings, defaults, version }: EditableSettings,
  guess: string,
): Omit<WelcomeInput, 'palette'> {
  const { brand, tagline, email, timeZone, currency } = settings
  return {
    brand: brand === defaults.brand ? '' : brand,
    tagline,
    email: email === defaults.email ? '' : email,
    timeZone: version === 0 ? guess : timeZone,
    currency: version === 0 ? (guessCurrency(guess) ?? currency) : currency,
  }
}
