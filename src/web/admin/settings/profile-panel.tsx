import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type ProfileChange, ProfileInput } from '../../../contract/accounts/account.ts'
import { submission } from '../../data/mutations.ts'
import { profileQuery, useSaveProfile } from '../../data/owner/account.ts'
import { Link } from '../../lib/router.tsx'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { FieldRules } from '../kit/field-rules.ts'
import { TextField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { messageOf, showIssues } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { PanelQuery } from './panel-query.tsx'

export function ProfilePanel() {
  const profile = useQuery(profileQuery())
  return (
    <Panel title="Profile" description="How you sign in, and how this dashboard names you.">
      <PanelQuery query={profile} height="h-72" errorText="Your profile could not be loaded.">
        {(current) => <ProfileForm current={current} />}
      </PanelQuery>
    </Panel>
  )
}

function ProfileForm({ current }: { current: ProfileInput }) {
  const save = useSaveProfile()
  const queryClient = useQueryClient()
  const form = useForm({
    values: current,
    resolver: zodResolver(ProfileInput),
    resetOptions: { keepDirtyValues: true },
  })
  const { dirtyFields, errors, isDirty } = form.formState
  const submit = form.handleSubmit(({ username, ...rest }) => {
    // An absent one needs no step-up.
    const input: ProfileChange = dirtyFields.username ? { ...rest, username } : rest
    save.mutate(submission({ body: input }), {
      onSuccess: (saved) => {
        queryClient.setQueryData(profileQuery().queryKey, saved)
        form.reset(saved)
        toast(adminMessages.profileSaved)
      },
      onError: (error) => {
        if (!showIssues(form, error)) toast(adminMessages.actionFailed(messageOf(error)))
      },
    })
  })
  return (
    <FieldRules value={ProfileInput}>
      <form noValidate aria-label="Profile" onSubmit={submit} className="space-y-4">
        <div className="grid gap-4 md:grid-cols-2">
          <TextField
            {...form.register('username')}
            label="Username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.username?.message}
          />
          <TextField {...form.register('name')} label="Name" autoComplete="name" error={errors.name?.message} />
        </div>
        <p className="text-sm text-ink-soft">
          Readers see the name and the biography of{' '}
          <Link href="/admin/settings/author" className="text-accent-deep underline underline-offset-4">
            Settings &gt; Author
          </Link>
          .
        </p>
        <ToolButton type="submit" tone="primary" disabled={!isDirty || save.isPending}>
          {save.isPending ? 'Saving...' : 'Save profile'}
        </ToolButton>
      </form>
    </FieldRules>
  )
}
