import { Link, useRouter } from '../../lib/router.tsx'
import { Button } from '../../ui/button.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Field } from '../forms/field.tsx'
import { messagesOf } from '../forms/form-messages.ts'
import { fieldId, useFormResponse } from '../forms/form-response.ts'
import { AccountCard } from './account-card.tsx'

/** The target of the link in the mail. */
export function ResetPasswordPage() {
  const { query } = useRouter()
  const rejected = useFormResponse()
  const token = query.get('token') ?? rejected?.values.token
  return (
    <AccountCard title="New password" path="/reset-password">
      {token ? (
        <form method="post" action="/reset-password" noValidate aria-label="Reset" className="mt-8 space-y-5">
          {rejected?.message && <StatusMessage tone="error">{rejected.message}</StatusMessage>}
          <input type="hidden" name="token" defaultValue={token} />
          <div>
            <Field
              name="password"
              id={fieldId('reset-password', 'password')}
              label="New password"
              type="password"
              autoComplete="new-password"
              error={messagesOf(rejected?.issues ?? []).password}
            />
            <p className="mt-2 text-15 text-ink-soft">12 characters or more; a sentence is good.</p>
          </div>
          <Button type="submit" size="large" className="w-full">
            Set new password
          </Button>
        </form>
      ) : (
        <p className="mt-5 text-center text-ink-soft">
          This link is not complete. Please open it from the mail just as it stands there.
        </p>
      )}
      <p className="mt-8 text-center">
        <Link href="/forgot-password" className="font-semibold text-accent-darker underline underline-offset-4">
          Request another link
        </Link>
      </p>
    </AccountCard>
  )
}
