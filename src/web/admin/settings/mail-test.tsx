import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { DomainFinding } from '../../../contract/audience/mail-settings.ts'
import type { Mail } from '../../../contract/audience/mails.ts'
import { submission } from '../../data/mutations.ts'
import { domainCheckQuery, useSendTestMail } from '../../data/owner/mails.ts'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { TextField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { StatusBadge, type StatusTone } from '../kit/status-badge.tsx'
import { ToolButton } from '../kit/tool-button.tsx'

/** A mail to the owner with what the server said, and what the DNS says about the sender's domain. */
export function MailTest({ isSetUp }: { isSetUp: boolean }) {
  const test = useSendTestMail()
  const [outcome, setOutcome] = useState<Mail>()
  const handleClick = () => {
    setOutcome(undefined)
    test.mutate(submission({}), {
      onSuccess: (sent) => {
        setOutcome(sent)
        if (sent.state === 'sent') toast(adminMessages.mailSent(sent.to))
        if (sent.state === 'written') toast(adminMessages.mailWritten)
      },
      onError: (error) => toast(adminMessages.mailFailed(messageOf(error))),
    })
  }
  return (
    <Panel
      title="Test"
      description="Sends a mail to the email of the site and shows what the mail server answers."
      actions={
        <ToolButton disabled={test.isPending} onClick={handleClick}>
          {test.isPending ? 'Sending...' : 'Send a test mail'}
        </ToolButton>
      }
    >
      {outcome && <TestOutcome outcome={outcome} />}
      {isSetUp && <DomainPanel />}
    </Panel>
  )
}

function TestOutcome({ outcome: { state, explanation, error, response } }: { outcome: Mail }) {
  if (state === 'written') return null
  const isSent = state === 'sent'
  const line = isSent ? response : error
  return (
    <StatusMessage tone={isSent ? 'success' : 'error'} className="mb-5">
      {isSent ? 'Taken by the mail server. Look into your inbox, and into its spam folder.' : explanation}
      {line && (
        <span dir="auto" className="mt-2 block font-mono text-sm wrap-anywhere">
          {line}
        </span>
      )}
    </StatusMessage>
  )
}

const tones: Record<DomainFinding['state'], [label: string, tone: StatusTone]> = {
  good: ['Good', 'good'],
  warning: ['Could be better', 'waiting'],
  bad: ['Missing', 'alert'],
  unknown: ['Not known', 'quiet'],
}

function DomainPanel() {
  const [selector, setSelector] = useState<string>()
  const [isRequested, setIsRequested] = useState(false)
  const check = useQuery({ ...domainCheckQuery(selector), enabled: isRequested })
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('selector') ?? '').trim() || undefined
    if (isRequested && typed === selector) void check.refetch()
    setSelector(typed)
    setIsRequested(true)
  }
  return (
    <section aria-label="Sender’s domain">
      <form noValidate onSubmit={handleSubmit} className="flex flex-wrap items-start gap-3">
        <TextField
          name="selector"
          label="Another DKIM selector"
          optional
          hint="Empty: that of the mail server, or the usual names."
          autoComplete="off"
          spellCheck={false}
          className="min-w-0 grow basis-56"
        />
        <ToolButton type="submit" disabled={check.isFetching} className="mt-6">
          {check.isFetching ? 'Checking...' : 'Check the domain'}
        </ToolButton>
      </form>
      <div aria-live="polite">
        {check.isError && (
          <p className="mt-3 text-sm font-medium text-alert-deep">The check failed: {messageOf(check.error)}</p>
        )}
        {check.data && !check.isFetching && (
          <>
            <p className="mt-4 text-sm text-ink-soft">
              What the DNS says about mail from <strong className="wrap-anywhere">{check.data.domain}</strong>:
            </p>
            <ul className="mt-2 divide-y divide-line border-y border-line">
              {check.data.findings.map((finding) => (
                <Finding key={finding.name} finding={finding} />
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  )
}

function Finding({ finding: { name, state, text, record } }: { finding: DomainFinding }) {
  const [label, tone] = tones[state]
  return (
    <li className="py-3 text-[0.9375rem]">
      <p className="flex flex-wrap items-center gap-2">
        <strong>{name}</strong>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </p>
      <p className="mt-1 wrap-anywhere">{text}</p>
      {record && <p className="mt-1 font-mono text-xs text-ink-soft wrap-anywhere">{record}</p>}
    </li>
  )
}
