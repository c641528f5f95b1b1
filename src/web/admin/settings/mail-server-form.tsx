import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import {
  type MailSecurity,
  MailSettings,
  MailSettingsInput,
  type SavedMailSettings,
} from '../../../contract/mail-settings.ts'
import { ApiError } from '../../data/api.ts'
import { submission } from '../../data/mutations.ts'
import { useDeleteMailSettings, useSaveMailSettings } from '../../data/owner/mails.ts'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { SelectField, TextField } from '../kit/form-fields.tsx'
import { messageOf, showIssues } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useLeaveGuard } from '../kit/use-leave-guard.tsx'

const securities: [MailSecurity, label: string, port: number][] = [
  ['tls', 'TLS (port 465)', 465],
  ['starttls', 'STARTTLS (port 587)', 587],
  ['none', 'None (this machine only)', 25],
]

type MailServerFormProps = { current: MailSettings; siteEmail: string }

/** The mail server, which every mail after a save uses. Read-only where a variable sets it. */
export function MailServerForm({ current, siteEmail }: MailServerFormProps) {
  const save = useSaveMailSettings()
  /** The version that is being edited; another window may have saved a newer one. */
  const [base, setBase] = useState(current)
  const [conflict, setConflict] = useState<MailSettings>()
  const form = useForm<MailSettingsInput>({
    defaultValues: valuesOf(base.settings),
    resolver: zodResolver(MailSettingsInput),
  })
  const { errors, isDirty } = form.formState
  const leave = useLeaveGuard(isDirty, 'Your changes of the mail server are not saved yet. They will be lost.')
  const begin = (settings: MailSettings) => {
    setBase(settings)
    setConflict(undefined)
    form.reset(valuesOf(settings.settings))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for newly loaded settings only, not for typing
  useEffect(() => {
    if (!isDirty && current.version !== base.version) begin(current)
  }, [current])

  const submit = form.handleSubmit((input) =>
    save.mutate(submission({ body: withoutSavedPassword(input, base.settings), version: base.version }), {
      onSuccess: (saved) => {
        begin(saved)
        toast(adminMessages.mailServerSaved)
      },
      onError: (error) => {
        const others = currentOf(error)
        if (others) setConflict(others)
        else if (!showIssues(form, error)) toast(adminMessages.settingsFailed(messageOf(error)))
      },
    }),
  )
  if (current.variable) return <Ruled variable={current.variable} />
  return (
    <form noValidate aria-label="Mail server" onSubmit={submit}>
      <fieldset disabled={save.isPending} className="space-y-4">
        <ServerFields form={form} errors={errors} />
        <AccountFields form={form} errors={errors} saved={base.settings} />
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
            {...form.register('dkimSelector')}
            label="DKIM selector (optional)"
            autoComplete="off"
            spellCheck={false}
            hint="For the checks before a newsletter is sent. Empty: the usual names are tried."
            error={errors.dkimSelector?.message}
          />
        </div>
        {conflict && (
          <StatusMessage tone="error">
            The mail server was changed in another window. Your changes are still here.{' '}
            <ToolButton className="mt-2" onClick={() => begin(conflict)}>
              Show the others
            </ToolButton>
          </StatusMessage>
        )}
        <div className="flex flex-wrap gap-2">
          <ToolButton type="submit" tone="primary">
            {save.isPending ? 'Saving...' : 'Save mail server'}
          </ToolButton>
          {base.settings && <RemoveButton version={base.version} onRemoved={begin} onConflict={setConflict} />}
        </div>
      </fieldset>
      {leave.dialog}
    </form>
  )
}

function Ruled({ variable }: { variable: string }) {
  return (
    <p className="text-[0.9375rem]">
      The variable <code>{variable}</code> sets the mail server and the sender, so there is nothing to edit here.
      Without it, what is saved here counts.
    </p>
  )
}

type FieldsProps = {
  form: ReturnType<typeof useForm<MailSettingsInput>>
  errors: Partial<Record<keyof MailSettingsInput, { message?: string }>>
}

function ServerFields({ form, errors }: FieldsProps) {
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

function AccountFields({ form, errors, saved }: FieldsProps & { saved: SavedMailSettings | null }) {
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

/** Below the field of a password that is stored. */
export function passwordHint(saved: SavedMailSettings['password']): string {
  if (saved === 'saved') return 'A password is saved, encrypted. Leave this empty to keep it.'
  if (saved === 'unreadable')
    return 'The saved password cannot be read with the key of this site, as after a restore on another machine: enter it again.'
  return 'It is stored encrypted and never shown again.'
}

type RemoveButtonProps = {
  version: number
  onRemoved: (settings: MailSettings) => void
  onConflict: (others: MailSettings) => void
}

function RemoveButton({ version, onRemoved, onConflict }: RemoveButtonProps) {
  const remove = useDeleteMailSettings()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => {
    remove.reset()
    setIsOpen(false)
  }
  const confirm = () =>
    remove.mutate(submission({ version }), {
      onSuccess: (settings) => {
        close()
        onRemoved(settings)
        toast(adminMessages.mailServerRemoved)
      },
      onError: (error) => {
        const others = currentOf(error)
        if (!others) return
        close()
        onConflict(others)
      },
    })
  return (
    <>
      <ToolButton tone="danger" onClick={() => setIsOpen(true)}>
        Remove
      </ToolButton>
      <ConfirmDialog
        isOpen={isOpen}
        title="Remove the mail server?"
        confirmLabel="Remove"
        isBusy={remove.isPending}
        error={remove.error && messageOf(remove.error)}
        onConfirm={confirm}
        onClose={close}
      >
        <p>Its password is deleted, and no mail leaves this site any more.</p>
      </ConfirmDialog>
    </>
  )
}

/** What another window saved, if that is why a write failed. */
function currentOf(error: Error): MailSettings | undefined {
  if (!(error instanceof ApiError && error.status === 409 && 'current' in error.body)) return undefined
  return MailSettings.safeParse(error.body.current).data
}

function valuesOf(settings: SavedMailSettings | null): MailSettingsInput {
  const { password: _, ...server } = settings ?? {
    host: '',
    port: 465,
    security: 'tls' as const,
    user: '',
    fromName: '',
    fromAddress: '',
    dkimSelector: '',
    password: 'none',
  }
  return { ...server, password: '' }
}

/** An empty password keeps the saved one. */
function withoutSavedPassword({ password, ...input }: MailSettingsInput, saved: SavedMailSettings | null) {
  const keepsSaved = !password && saved?.password === 'saved'
  return keepsSaved ? input : { ...input, password: password ?? '' }
}
