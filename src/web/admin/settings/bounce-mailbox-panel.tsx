import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type BounceMailbox, BounceMailboxInput } from '../../../contract/bounce-mailbox.ts'
import { submission } from '../../data/mutations.ts'
import { bounceMailboxQuery, useDeleteBounceMailbox, useSaveBounceMailbox } from '../../data/owner/bounce-mailbox.ts'
import { jobsQuery, useRunJob } from '../../data/owner/jobs.ts'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { SelectField, TextField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { issuesOf, messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
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
        {(mailbox) => <MailboxForm key={JSON.stringify(mailbox.settings)} mailbox={mailbox} />}
      </PanelQuery>
    </Panel>
  )
}

function MailboxForm({ mailbox }: { mailbox: BounceMailbox }) {
  const save = useSaveBounceMailbox()
  const remove = useDeleteBounceMailbox()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const showIssues = (issues: readonly { path: string; message: string }[]) =>
    setErrors(Object.fromEntries(issues.map(({ path, message }) => [path, message])))
  const onFailure = (error: Error) => {
    showIssues(issuesOf(error))
    if (issuesOf(error).length === 0) toast(adminMessages.actionFailed(messageOf(error)))
  }
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { port, ...fields } = Object.fromEntries(new FormData(event.currentTarget))
    const checked = BounceMailboxInput.safeParse({ ...fields, port: Number(port) })
    showIssues(checked.error?.issues.map(({ path, message }) => ({ path: path.join('.'), message })) ?? [])
    if (!checked.success) return
    save.mutate(submission({ body: checked.data }), {
      onSuccess: () => toast(adminMessages.bounceMailboxSaved),
      onError: onFailure,
    })
  }
  const handleRemove = () =>
    remove.mutate(submission({}), {
      onSuccess: () => toast(adminMessages.bounceMailboxRemoved),
      onError: onFailure,
    })
  return (
    <form noValidate aria-label="Mailbox for bounces" onSubmit={handleSubmit} className="space-y-4">
      <MailboxFields settings={mailbox.settings} errors={errors} />
      {mailbox.settings && <MailboxState mailbox={mailbox} />}
      <div className="flex flex-wrap gap-2">
        <ToolButton type="submit" tone="primary" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save mailbox'}
        </ToolButton>
        {mailbox.settings && <CheckButton />}
        {mailbox.settings && (
          <ToolButton tone="danger" disabled={remove.isPending} onClick={handleRemove}>
            Remove mailbox
          </ToolButton>
        )}
      </div>
    </form>
  )
}

type FieldsProps = { settings: BounceMailbox['settings']; errors: Record<string, string> }

function MailboxFields({ settings, errors }: FieldsProps) {
  const plain = { autoComplete: 'off', spellCheck: false } as const
  return (
    <>
      <div className="grid gap-4 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1.5fr)]">
        <TextField
          {...plain}
          name="host"
          label="Server"
          placeholder="imap.example.com"
          defaultValue={settings?.host}
          error={errors.host}
        />
        <TextField
          {...plain}
          name="port"
          label="Port"
          inputMode="numeric"
          defaultValue={settings?.port ?? 993}
          error={errors.port}
        />
        <SelectField name="security" label="Security" defaultValue={settings?.security ?? 'tls'}>
          <option value="tls">TLS (port 993)</option>
          <option value="starttls">STARTTLS (port 143)</option>
          <option value="none">None (this machine only)</option>
        </SelectField>
      </div>
      <div className="grid gap-4 md:grid-cols-3">
        <TextField {...plain} name="user" label="User" defaultValue={settings?.user} error={errors.user} />
        <TextField
          name="password"
          label="Password"
          type="password"
          autoComplete="new-password"
          hint={
            settings?.password === 'saved'
              ? 'A password is saved, encrypted. Leave this empty to keep it.'
              : 'It is stored encrypted and never shown again.'
          }
          error={errors.password}
        />
        <TextField
          {...plain}
          name="folder"
          label="Folder"
          defaultValue={settings?.folder ?? 'INBOX'}
          error={errors.folder}
        />
      </div>
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
      onError: (error) => toast(adminMessages.actionFailed(messageOf(error))),
    })
  return (
    <ToolButton aria-disabled={isBusy} onClick={isBusy ? undefined : handleClick}>
      {isBusy ? 'Checking…' : 'Check now'}
    </ToolButton>
  )
}
