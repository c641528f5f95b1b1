import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { MailSettings, MailSettingsInput, type SavedMailSettings } from '../../../contract/audience/mail-settings.ts'
import { ApiError } from '../../data/api.ts'
import { submission } from '../../data/mutations.ts'
import { useDeleteMailSettings, useSaveMailSettings } from '../../data/owner/mails.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { ConflictNotice } from '../kit/conflict-notice.tsx'
import { FieldRules } from '../kit/field-rules.ts'
import { resetToSaved } from '../kit/reset-to-saved.ts'
import { messageOf, showIssues } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useFocusAfterRemoval } from '../kit/use-focus-after-removal.ts'
import { useLeaveGuard } from '../kit/use-leave-guard.tsx'
import { AccountFields, SenderFields, ServerFields } from './mail-server-fields.tsx'

type MailServerFormProps = { current: MailSettings; siteEmail: string }

/** The mail server, which every mail after a save uses. Read-only where a variable sets it. */
export function MailServerForm({ current, siteEmail }: MailServerFormProps) {
  const { form, base, conflict, isSaving, begin, setConflict, submit } = useMailServerForm(current)
  const { errors, isDirty } = form.formState
  const leave = useLeaveGuard(isDirty, 'Your changes of the mail server are not saved yet. They will be lost.')
  const place = useFocusAfterRemoval<HTMLFormElement>(`${conflict !== undefined} ${base.settings !== null}`)
  if (current.variable) return <Ruled variable={current.variable} />
  return (
    <FieldRules value={MailSettingsInput}>
      <form ref={place} tabIndex={-1} noValidate aria-label="Mail server" onSubmit={submit(base.version)}>
        <div className="space-y-4">
          <ServerFields form={form} errors={errors} />
          <AccountFields form={form} errors={errors} saved={base.settings} />
          <SenderFields form={form} errors={errors} siteEmail={siteEmail} />
          {conflict && isDirty && (
            <ConflictNotice
              showLabel="Show the others"
              isSaving={isSaving}
              onShow={() => begin(conflict)}
              onSave={submit(conflict.version)}
            >
              The mail server was changed in another window. Your changes are still here.
            </ConflictNotice>
          )}
          <div className="flex flex-wrap gap-2">
            <ToolButton type="submit" tone="primary" aria-disabled={isSaving}>
              {isSaving ? 'Saving...' : 'Save mail server'}
            </ToolButton>
            {base.settings && (
              <RemoveButton version={base.version} isSaving={isSaving} onRemoved={begin} onConflict={setConflict} />
            )}
          </div>
        </div>
        {leave.dialog}
      </form>
    </FieldRules>
  )
}

/** The mail server while it is edited. `submit` saves it over a version; `begin` starts from other settings. */
function useMailServerForm(current: MailSettings) {
  const save = useSaveMailSettings()
  /** The version that is being edited; another window may have saved a newer one. */
  const [base, setBase] = useState(current)
  const [conflict, setConflict] = useState<MailSettings>()
  const form = useForm<MailSettingsInput>({
    defaultValues: valuesOf(base.settings),
    resolver: zodResolver(MailSettingsInput),
  })
  const { isDirty } = form.formState
  const begin = (settings: MailSettings) => {
    setBase(settings)
    setConflict(undefined)
    form.reset(valuesOf(settings.settings))
  }
  const newest = conflict ?? current
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for newer settings, and once nothing is edited any more
  useEffect(() => {
    if (!isDirty && newest.version > base.version) begin(newest)
  }, [newest, isDirty])

  const submit = (version: number) =>
    form.handleSubmit((input) => {
      if (save.isPending) return
      const sent = form.getValues()
      save.mutate(submission({ body: withoutSavedPassword(input, base.settings), version }), {
        onSuccess: (saved) => {
          setBase(saved)
          setConflict(undefined)
          resetToSaved(form, sent, valuesOf(saved.settings))
          toast(adminMessages.mailServerSaved)
        },
        onError: (error) => {
          const others = currentOf(error)
          if (others) setConflict(others)
          else if (!showIssues(form, error)) toast(adminMessages.settingsFailed(messageOf(error)))
        },
      })
    })
  return { form, base, conflict, isSaving: save.isPending, begin, setConflict, submit }
}

function Ruled({ variable }: { variable: string }) {
  return (
    <p className="text-[0.9375rem]">
      The variable <code>{variable}</code> sets the mail server and the sender, so there is nothing to edit here.
      Without it, what is saved here counts.
    </p>
  )
}

type RemoveButtonProps = {
  version: number
  isSaving: boolean
  onRemoved: (settings: MailSettings) => void
  onConflict: (others: MailSettings) => void
}

function RemoveButton({ version, isSaving, onRemoved, onConflict }: RemoveButtonProps) {
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
        toast(adminMessages.actionFailed(messageOf(error)))
      },
    })
  return (
    <>
      <ToolButton tone="danger" aria-disabled={isSaving} onClick={isSaving ? undefined : () => setIsOpen(true)}>
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

/** Returns the values that another window saved, if they made a write fail. */
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
    replyTo: '',
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
