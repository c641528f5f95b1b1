import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { PasswordChange } from '../../../contract/accounts/account.ts'
import { submission } from '../../data/mutations.ts'
import { useChangePassword } from '../../data/owner/account.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { FieldRules } from '../kit/field-rules.ts'
import { TextField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { messageOf, showIssues } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { TwoFactorPanel } from './two-factor-panel.tsx'

/** The owner's account and sign-in methods. */
export function SecuritySection() {
  return (
    <>
      <ProfilePanel />
      <PasswordPanel />
      <TwoFactorPanel />
      <PasskeysPanel />
      <SessionsPanel />
    </>
  )
}

function PasswordPanel() {
  const change = useChangePassword()
  const form = useForm({
    defaultValues: { currentPassword: '', newPassword: '' },
    resolver: zodResolver(PasswordChange),
  })
  const { errors } = form.formState
  const submit = form.handleSubmit((input) =>
    change.mutate(submission({ body: input }), {
      onSuccess: () => {
        form.reset()
        toast(adminMessages.passwordChanged)
      },
      onError: (error) => {
        if (!showIssues(form, error)) toast(adminMessages.actionFailed(messageOf(error)))
      },
    }),
  )
  return (
    <Panel title="Password" description="With a new password every other device is signed out.">
      <FieldRules value={PasswordChange}>
        <form noValidate aria-label="Password" onSubmit={submit} className="space-y-4">
          <div className="grid gap-4 md:grid-cols-2">
            <TextField
              {...form.register('currentPassword')}
              label="Current password"
              type="password"
              autoComplete="current-password"
              error={errors.currentPassword?.message}
            />
            <TextField
              {...form.register('newPassword')}
              label="New password"
              type="password"
              autoComplete="new-password"
              hint="12 characters or more; a sentence is good."
              error={errors.newPassword?.message}
            />
          </div>
          <ToolButton type="submit" tone="primary" disabled={change.isPending}>
            {change.isPending ? 'Saving...' : 'Change password'}
          </ToolButton>
        </form>
      </FieldRules>
    </Panel>
  )
}
