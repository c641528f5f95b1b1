import { useQuery } from '@tanstack/react-query'
import { recoveryQuery } from '../../data/recovery.ts'
import { useQueries } from '../../environment.tsx'
import { Link, useRouter } from '../../lib/router.tsx'
import { Button } from '../../ui/button.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Field } from '../forms/field.tsx'
import { messagesOf } from '../forms/form-messages.ts'
import { fieldId, useFormResponse } from '../forms/form-response.ts'
import { AccountCard } from './account-card.tsx'

/** Requests a link for a new password; without a mail server, names the command that sets one. */
export function ForgotPasswordPage() {
  const { query } = useRouter()
  const { data: recovery } = useQuery(recoveryQuery(useQueries().read))
  return (
    <AccountCard title="Forgot password?" path="/forgot-password">
      {recovery && !recovery.byMail && <Command command={recovery.command} />}
      {recovery?.byMail && (query.get('sent') ? <Sent /> : <RequestForm />)}
      <p className="mt-8 text-center">
        <Link href="/login" className="font-semibold text-accent-darker underline underline-offset-4">
          Back to Login
        </Link>
      </p>
    </AccountCard>
  )
}

function Command({ command }: { command: string }) {
  return (
    <p className="mt-5 text-ink-soft">
      This site sends no mail, so the password is set on the server: <code className="text-ink">{command}</code> asks
      for a new one.
    </p>
  )
}

function Sent() {
  return (
    <StatusMessage tone="success" className="mt-6">
      If that is your username or the email of the site, a link is on its way to the email of the site. It works once,
      and for 30 minutes.
    </StatusMessage>
  )
}

function RequestForm() {
  const rejected = useFormResponse()
  return (
    <>
      <p className="mt-3 mb-8 text-center text-ink-soft">
        Type your username or the email of the site: a link to choose a new one is sent to that email.
      </p>
      <form method="post" action="/forgot-password" noValidate aria-label="Forgot password" className="space-y-5">
        {rejected?.message && <StatusMessage tone="error">{rejected.message}</StatusMessage>}
        <Field
          name="username"
          id={fieldId('forgot-password', 'username')}
          label="Username"
          autoComplete="username"
          defaultValue={rejected?.values.username}
          error={messagesOf(rejected?.issues ?? []).username}
        />
        <Button type="submit" size="large" className="w-full">
          Send me a link
        </Button>
      </form>
    </>
  )
}
