import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { type BounceMailbox, BounceMailboxInput } from '../../../contract/audience/bounce-mailbox.ts'
import type { MailSecurity } from '../../../contract/audience/mail-settings.ts'
import { submission } from '../../data/mutations.ts'
import { bounceMailboxQuery, useDeleteBounceMailbox, useSaveBounceMailbox } from '../../data/owner/bounce-mailbox.ts'
import { jobsQuery, useRunJob } from '../../data/owner/jobs.ts'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { FieldRules } from '../kit/field-rules.ts'
import { SelectField, TextField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { resetToSaved } from '../kit/reset-to-saved.ts'
import { messageOf, showIssues } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { useFocusAfterRemoval } from '../kit/use-focus-after-removal.ts'
import { useLeaveGuard } from '../kit/use-leave-guard.tsx'
import { passwordHint } from './mail-server-fields.tsx'
import { PanelQuery } from './panel-query.tsx'

/** The mailbox that is read for returned mail. */
export function BounceMailboxPanel() {
  const query = useQuery(bounceMailboxQuery())
  return (
    <Panel
      title="Mailbox for bounces"
      description="For mail servers that report nothing: the mailbox to which undeliverable newsletters return is read every 15 minutes. Nothing in it is moved or deleted."
    >
      <PanelQuery query={query} errorText="The mailbox could not be loaded." height="h-40">
        {(mailbox) => <MailboxForm mailbox={mailbox} />}
      </PanelQuery>
    </Panel>
  )
}

function MailboxForm({ mailbox }: { mailbox: BounceMailbox }) {
  const save = useSaveBounceMailbox()
  const form = useForm<MailboxFields, unknown, BounceMailboxInput>({
    values: valuesOf(mailbox),
    resolver: zodResolver(BounceMailboxInput),
    // Values saved in another window replace only fields that are not being edited.
    resetOptions: { keepDirtyValues: true },
  })
  const { isDirty } = form.formState
  const leave = useLeaveGuard(isDirty, 'Your changes of the mailbox are not saved yet. They will be lost.')
  const place = useFocusAfterRemoval<HTMLFormElement>(String(mailbox.settings !== null))
  const submit = form.handleSubmit((input) => {
    if (save.isPending) return
    const sent = form.getValues()
    save.mutate(submission({ body: input }), {
      onSuccess: (saved) => {
        resetToSaved(form, sent, valuesOf(saved))
        toast(adminMessages.bounceMailboxSaved)
      },
      onError: (error) => {
        if (!showIssues(form, error)) toast(adminMessages.actionFailed(messageOf(error)))
      },
    })
  })
  return (
    <FieldRules value={BounceMailboxInput}>
      <form ref={place} tabIndex={-1} noValidate aria-label="Mailbox for bounces" onSubmit={submit}>
        <div className="space-y-4">
          <MailboxFields form={form} settings={mailbox.settings} />
          {mailbox.settings && <MailboxState mailbox={mailbox} />}
          <div className="flex flex-wrap gap-2">
            <ToolButton type="submit" tone="primary" aria-disabled={save.isPending}>
              {save.isPending ? 'Saving...' : 'Save mailbox'}
            </ToolButton>
            {mailbox.settings && <CheckButton />}
            {mailbox.settings && (
              <RemoveButton
                isSaving={save.isPending}
                onRemoved={(removed) => form.reset(valuesOf(removed), replaceAll)}
              />
            )}
          </div>
        </div>
        {leave.dialog}
      </form>
    </FieldRules>
  )
}

/** Also what is typed, such as the password, against the `resetOptions` of the form. */
const replaceAll = { keepDirtyValues: false }

/** A password may be absent. */
type MailboxFields = z.input<typeof BounceMailboxInput>

function valuesOf({ settings }: BounceMailbox): MailboxFields {
  const { password: _, ...fields } = settings ?? {
    host: '',
    port: 993,
    security: 'tls' as const,
    user: '',
    folder: 'INBOX',
    password: 'none',
  }
  return { ...fields, password: '' }
}

const securities: [MailSecurity, label: string, port: number][] = [
  ['tls', 'TLS (port 993)', 993],
  ['starttls', 'STARTTLS (port 143)', 143],
  ['none', 'None (this machine only)', 143],
]

type FieldsProps = {
  form: UseFormReturn<MailboxFields, unknown, BounceMailboxInput>
  settings: BounceMailbox['settings']
}

function MailboxFields({ form, settings }: FieldsProps) {
  const plain = { autoComplete: 'off', spellCheck: false } as const
  const { errors } = form.formState
  const security = form.register('security', {
    onChange: ({ target }: { target: HTMLSelectElement }) => {
      const isUsual = securities.some(([, , port]) => port === form.getValues('port'))
      const port = securities.find(([name]) => name === target.value)?.[2]
      if (isUsual && port) form.setValue('port', port, { shouldDirty: true })
    },
  })
  return (
    <>
      <div className="grid gap-4 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1.5fr)]">
        <TextField
          {...plain}
          {...form.register('host')}
          label="Server"
          placeholder="imap.example.com"
          error={errors.host?.message}
        />
        <TextField
          {...plain}
          {...form.register('port', { valueAsNumber: true })}
          label="Port"
          inputMode="numeric"
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
      <div className="grid gap-4 md:grid-cols-3">
        <TextField {...plain} {...form.register('user')} label="User" error={errors.user?.message} />
        <TextField
          {...form.register('password')}
          label="Password"
          type="password"
          autoComplete="new-password"
          hint={passwordHint(settings?.password ?? 'none')}
          error={errors.password?.message}
        />
        <TextField {...plain} {...form.register('folder')} label="Folder" error={errors.folder?.message} />
      </div>
    </>
  )
}

type RemoveButtonProps = { isSaving: boolean; onRemoved: (removed: BounceMailbox) => void }

function RemoveButton({ isSaving, onRemoved }: RemoveButtonProps) {
  const remove = useDeleteBounceMailbox()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => {
    remove.reset()
    setIsOpen(false)
  }
  const confirm = () =>
    remove.mutate(submission({}), {
      onSuccess: (removed) => {
        close()
        onRemoved(removed)
        toast(adminMessages.bounceMailboxRemoved)
      },
    })
  return (
    <>
      <ToolButton tone="danger" aria-disabled={isSaving} onClick={isSaving ? undefined : () => setIsOpen(true)}>
        Remove mailbox
      </ToolButton>
      <ConfirmDialog
        isOpen={isOpen}
        title="Remove the mailbox?"
        confirmLabel="Remove"
        isBusy={remove.isPending}
        error={remove.error && messageOf(remove.error)}
        onConfirm={confirm}
        onClose={close}
      >
        <p>Its password is deleted, and the bounces in it are not noticed any more. Suppressed addresses stay so.</p>
      </ConfirmDialog>
    </>
  )
}

function MailboxState({ mailbox: { checkedAt, reports, error } }: { mailbox: BounceMailbox }) {
  const { moment } = useDates()
  if (error)
    return (
      <StatusMessage tone="error">
        {checkedAt && `${moment(checkedAt)}: `}
        {error}
      </StatusMessage>
    )
  const count = reports === 1 ? '1 report' : `${reports.toLocaleString('en-US')} reports`
  return (
    <p className="text-sm text-ink-soft">
      {checkedAt ? `Last read on ${moment(checkedAt)}; ${count} so far.` : 'Not read yet.'}
    </p>
  )
}

/** The state of the mailbox follows when the job is done. */
function CheckButton() {
  const run = useRunJob()
  const queryClient = useQueryClient()
  const { data: jobs } = useQuery(jobsQuery())
  const isBusy =
    run.isPending || (jobs ?? []).some(({ name, state }) => name === 'check-bounces' && state !== 'waiting')
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !isBusy) void queryClient.invalidateQueries({ queryKey: bounceMailboxQuery().queryKey })
    wasBusy.current = isBusy
  }, [isBusy, queryClient])
  const handleClick = () =>
    run.mutate(submission({ params: { name: 'check-bounces' as const } }), {
      onSuccess: (next) => queryClient.setQueryData(jobsQuery().queryKey, next),
    })
  return (
    <ToolButton aria-disabled={isBusy} onClick={isBusy ? undefined : handleClick}>
      {isBusy ? 'Checking…' : 'Check now'}
    </ToolButton>
  )
}
