import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  Mail,
  MailServerFault,
  MailServerState,
  MailSetup,
  MailState,
  MailSummary,
} from '../../../contract/audience/mails.ts'
import { submission } from '../../data/mutations.ts'
import { mailSettingsQuery, mailSetupQuery, mailsQuery, useRetryMail } from '../../data/owner/mails.ts'
import { toast } from '../../lib/toast.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { DataTable, keepPage } from '../kit/data-table.tsx'
import { ListFilter, ListToolbar } from '../kit/list-toolbar.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { Panel } from '../kit/panel.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { StatusBadge, type StatusTone } from '../kit/status-badge.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { useListState } from '../kit/use-list-state.ts'
import { BounceMailboxPanel } from './bounce-mailbox-panel.tsx'
import { MailDialog } from './mail-dialog.tsx'
import { MailHooksPanel } from './mail-hooks-panel.tsx'
import { MailServerForm } from './mail-server-form.tsx'
import { MailTest } from './mail-test.tsx'
import { NewsletterLimitsPanel } from './newsletter-limits-panel.tsx'
import { PanelQuery } from './panel-query.tsx'

/** The mail configuration, the mail server, a test mail, and the log of mails. */
export function MailSection() {
  const setup = useQuery(mailSetupQuery())
  return (
    <>
      <Panel title="Mail">
        {setup.isPending && <Skeleton className="h-20 w-full" />}
        <LoadFailure query={setup}>How mail is set up could not be loaded.</LoadFailure>
        {setup.data && <Setup setup={setup.data} />}
      </Panel>
      {setup.data && <MailServerPanel setup={setup.data} />}
      {setup.data && <MailTest isSetUp={setup.data.isSetUp} />}
      <NewsletterLimitsPanel learnedPerHour={setup.data?.learnedPerHour ?? null} />
      <MailHooksPanel />
      <BounceMailboxPanel />
      <Outbox />
    </>
  )
}

function MailServerPanel({ setup }: { setup: MailSetup }) {
  const settings = useQuery(mailSettingsQuery())
  return (
    <Panel title="Mail server" description="What is saved here is used for the next mail.">
      <PanelQuery query={settings} errorText="The mail server could not be loaded." height="h-40">
        {(current) => <MailServerForm current={current} siteEmail={setup.owner} />}
      </PanelQuery>
    </Panel>
  )
}

function Setup({ setup }: { setup: MailSetup }) {
  if (!setup.isSetUp)
    return (
      <div className="space-y-2 text-[0.9375rem]">
        <p>
          <StatusBadge tone="waiting">Not set up</StatusBadge>
        </p>
        <p>
          No mail leaves this site: newsletter sign-ups count at once, and nobody tells you of new messages. Enter your
          mail server below; your mail provider names it. Or set the variable <code>SMTP_URL</code>.
        </p>
      </div>
    )
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-[0.9375rem]">
      <dt className="text-ink-soft">State</dt>
      <dd>{setup.fault ? <FaultState fault={setup.fault} /> : <StatusBadge tone="good">Set up</StatusBadge>}</dd>
      <dt className="text-ink-soft">Server</dt>
      <dd className="wrap-anywhere">{setup.server}</dd>
      <dt className="text-ink-soft">Sender</dt>
      <dd className="wrap-anywhere">{setup.from || 'The site has no email yet'}</dd>
      <dt className="text-ink-soft">Your mail goes to</dt>
      <dd className="wrap-anywhere">{setup.owner || 'The site has no email yet'}</dd>
    </dl>
  )
}

const faultLabels: Record<MailServerState, string> = {
  busy: 'Busy',
  'over-quota': 'Over its quota',
  refusing: 'Refuses mail',
  'wrong-account': 'Wrong account',
  unreachable: 'Not reachable',
}

/** Why the mail server takes nothing now, in a sentence and in its own words. */
function FaultState({ fault: { state, text, reply, since, nextTryAt } }: { fault: MailServerFault }) {
  const { moment } = useDates()
  return (
    <div className="space-y-1">
      <StatusBadge tone="alert">{faultLabels[state]}</StatusBadge>
      <p>
        {text} Since {moment(since)}; mail waits, and the next is tried on {moment(nextTryAt)}.
      </p>
      {reply && (
        <p dir="auto" className="font-mono text-sm wrap-anywhere">
          {reply}
        </p>
      )}
    </div>
  )
}

const stateFilter = [
  ['', 'All'],
  ['waiting', 'Waiting'],
  ['sent', 'Sent'],
  ['written', 'In the outbox'],
  ['failed', 'Failed'],
] as const

const states: Record<MailState, [label: string, tone: StatusTone]> = {
  waiting: ['Waiting', 'waiting'],
  sent: ['Sent', 'good'],
  written: ['In the outbox', 'quiet'],
  failed: ['Failed', 'alert'],
}

function Outbox() {
  const list = useListState(['state'])
  const mails = useQuery({ ...mailsQuery(list.query), placeholderData: keepPage })
  const retry = useRetryMail()
  const [open, setOpen] = useState<number>()
  const { moment } = useDates()
  const handleRetry = (id: number) =>
    retry.mutate(submission({ params: { id } }), {
      onSuccess: toastOutcome,
      onError: (error) => toast(adminMessages.mailFailed(messageOf(error))),
    })
  return (
    <section aria-label="Mails">
      <h3 className="mb-3 text-lg">Mails</h3>
      <ListToolbar list={list} searchLabel="Search mails">
        <ListFilter list={list} name="state" label="State" options={stateFilter} />
      </ListToolbar>
      <DataTable
        label="Mails"
        list={list}
        query={mails}
        rowName={(row) => row.subject}
        errorText="The mails could not be loaded."
        empty={<p>No mail yet. New messages and newsletter sign-ups cause the first, or your test.</p>}
        columns={[
          { key: 'subject', header: 'Subject', isSortable: true, cell: (row) => <SubjectCell row={row} /> },
          {
            key: 'createdAt',
            header: 'Date',
            isSortable: true,
            cell: (row) => <time dateTime={row.createdAt}>{moment(row.createdAt)}</time>,
          },
          {
            key: 'state',
            header: 'State',
            isSortable: true,
            cell: ({ state }) => <StatusBadge tone={states[state][1]}>{states[state][0]}</StatusBadge>,
          },
          {
            key: 'actions',
            header: 'Actions',
            isHiddenOnPhone: true,
            cell: (row) => <RowActions row={row} isBusy={retry.isPending} onOpen={setOpen} onRetry={handleRetry} />,
          },
        ]}
      />
      {open !== undefined && <MailDialog id={open} onClose={() => setOpen(undefined)} />}
    </section>
  )
}

type RowActionsProps = {
  row: MailSummary
  isBusy: boolean
  onOpen: (id: number) => void
  onRetry: (id: number) => void
}

function RowActions({ row: { id, subject, state }, isBusy, onOpen, onRetry }: RowActionsProps) {
  return (
    <div className="flex flex-wrap gap-1.5">
      <ToolButton aria-label={`View ${subject}`} onClick={() => onOpen(id)}>
        View
      </ToolButton>
      {state === 'failed' && (
        <ToolButton aria-label={`Try again: ${subject}`} disabled={isBusy} onClick={() => onRetry(id)}>
          Try again
        </ToolButton>
      )}
    </div>
  )
}

function SubjectCell({ row: { subject, to, explanation } }: { row: MailSummary }) {
  return (
    <span className="min-w-0">
      <span dir="auto" className="block font-semibold wrap-anywhere">
        {subject}
      </span>
      <span className="block text-ink-soft wrap-anywhere">to {to}</span>
      {explanation && <span className="block text-alert-deep wrap-anywhere">{explanation}</span>}
    </span>
  )
}

function toastOutcome({ state, to, error }: Mail): void {
  if (state === 'sent') toast(adminMessages.mailSent(to))
  else if (state === 'written') toast(adminMessages.mailWritten)
  else toast(adminMessages.mailFailed(error ?? 'It is still waiting to be sent.'))
}
