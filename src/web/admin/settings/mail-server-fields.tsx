import { type useForm, useWatch } from 'react-hook-form'
import type { MailSecurity, MailSettingsInput, SavedMailSettings } from '../../../contract/audience/mail-settings.ts'
import { SelectField, TextField } from '../kit/form-fields.tsx'

const securities: [MailSecurity, label: string, port: number][] = [
  ['tls', 'TLS (port 465)', 465],
  ['starttls', 'STARTTLS (port 587)', 587],
  ['none', 'None (this machine only)', 25],
]

type FieldsProps = {
  form: ReturnType<typeof useForm<MailSettingsInput>>
  errors: Partial<Record<keyof MailSettingsInput, { message?: string }>>
}

export function ServerFields({ form, errors }: FieldsProps) {
  const security = form.register('security', {
    onChange: ({ target }: { target: HTMLSelectElement }) => {
      const isUsual = securities.some(([, , port]) => port === form.getValues('port'))
      const port = securities.find(([name]) => name === target.value)?.[2]
      if (isUsual && port) form.setValue('port', port, { shouldDirty: true })
    },
  })
  return (
    <div className="grid gap-4 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1.5fr)]">
      <TextField
        {...form.register('host')}
        label="Host"
        placeholder="smtp.example.com"
        autoComplete="off"
        spellCheck={false}
        error={errors.host?.message}
      />
      <TextField
        {...form.register('port', { valueAsNumber: true })}
        label="Port"
        inputMode="numeric"
        autoComplete="off"
        error={errors.port?.message}
      />
      <SelectField {...security} label="Security" error={errors.security?.message}>
        {securities.map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

export function AccountFields({ form, errors, saved }: FieldsProps & { saved: SavedMailSettings | null }) {
  const user = useWatch({ control: form.control, name: 'user' })
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <TextField
        {...form.register('user')}
        label="User"
        autoComplete="off"
        spellCheck={false}
        hint="Empty: the server needs no sign-in."
        error={errors.user?.message}
      />
      <TextField
        {...form.register('password')}
        label="Password"
        type="password"
        autoComplete="new-password"
        disabled={user === ''}
        placeholder={saved?.password === 'saved' ? 'Saved' : undefined}
        hint={passwordHint(saved?.password ?? 'none')}
        error={errors.password?.message}
      />
    </div>
  )
}

export function SenderFields({ form, errors, siteEmail }: FieldsProps & { siteEmail: string }) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <TextField
        {...form.register('fromName')}
        label="Sender name"
        autoComplete="off"
        hint="Empty: the name of the site."
        error={errors.fromName?.message}
      />
      <TextField
        {...form.register('fromAddress')}
        label="Sender address"
        type="email"
        autoComplete="off"
        hint={siteEmail ? `Empty: ${siteEmail}` : 'Empty: the email of the site, which has none yet.'}
        error={errors.fromAddress?.message}
      />
      <TextField
        {...form.register('replyTo')}
        label="Replies go to"
        type="email"
        autoComplete="off"
        hint="Reply-To of your mails and newsletters. Empty: the sender address."
        error={errors.replyTo?.message}
      />
      <TextField
        {...form.register('dkimSelector')}
        label="DKIM selector"
        autoComplete="off"
        spellCheck={false}
        hint="For the checks before a newsletter is sent. Empty: the usual names are tried."
        error={errors.dkimSelector?.message}
      />
    </div>
  )
}

/** Below the field of a password that is stored. */
export function passwordHint(saved: SavedMailSettings['password']): string {
  if (saved === 'saved') return 'A password is saved, encrypted. Leave this empty to keep it.'
  if (saved === 'unreadable')
    return 'The saved password cannot be read with the key of this site, as after a restore on another machine: enter it again.'
  return 'It is stored encrypted and never shown again.'
}
