import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { EditableVerification, VerificationConflict } from '../../../../contract/accounts/verification.ts'
import { ApiError } from '../../../data/api.ts'
import { submission } from '../../../data/mutations.ts'
import { useSaveVerification } from '../../../data/owner/verification.ts'
import { toast } from '../../../lib/toast.ts'
import { adminMessages } from '../../kit/admin-messages.ts'
import { ConflictNotice } from '../../kit/conflict-notice.tsx'
import { SaveBar } from '../../kit/save-bar.tsx'
import { issuesOf, messageOf } from '../../kit/server-errors.ts'
import { useLeaveGuard } from '../../kit/use-leave-guard.tsx'
import { FurtherTags } from './further-tags.tsx'
import { RootFiles } from './root-files.tsx'
import { ServiceTokens } from './service-tokens.tsx'
import { faultsOf, toDraft, toVerification, type VerificationDraft } from './verification-draft.ts'

type VerificationFormProps = { current: EditableVerification; onSaved: (saved: EditableVerification) => void }

/** Edits the tags and files; a save is live at once. */
export function VerificationForm(props: VerificationFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { base, draft, faults, conflict, isDirty, isSaving, ...edit } = useVerificationDraft(props, form)
  const leave = useLeaveGuard(isDirty, 'Your changes of the verification are not saved yet. They will be lost.')
  const part = { draft, faults, onChange: edit.change }
  const discard = () => {
    edit.begin(base)
    form.current?.focus({ preventScroll: true })
  }
  return (
    <form
      ref={form}
      tabIndex={-1}
      noValidate
      aria-label="Verification"
      className="space-y-6"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        edit.submit(base.version)
      }}
    >
      <ServiceTokens {...part} saved={base.verification} />
      <FurtherTags {...part} />
      <RootFiles {...part} email={base.email} />
      {conflict && (
        <ConflictNotice
          showLabel="Show the others"
          onShow={() => edit.begin(conflict)}
          onSave={() => edit.submit(conflict.version)}
        >
          The verification was changed in another window. Yours is still here.
        </ConflictNotice>
      )}
      {isDirty && <SaveBar isSaving={isSaving} onDiscard={discard} className="rounded-card border shadow-card" />}
      {leave.dialog}
    </form>
  )
}

/** The verification while it is edited. `submit` saves it over a version; `begin` starts from another. */
function useVerificationDraft({ current, onSaved }: VerificationFormProps, form: RefObject<HTMLFormElement | null>) {
  const save = useSaveVerification()
  /** The version that is being edited; another window may have saved a newer one. */
  const [base, setBase] = useState(current)
  const [draft, setDraft] = useState(() => toDraft(current.verification))
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [conflict, setConflict] = useState<EditableVerification>()
  const textOf = (one: VerificationDraft) => JSON.stringify(toVerification(one))
  const isDirty = textOf(draft) !== textOf(toDraft(base.verification))

  const begin = (next: EditableVerification) => {
    setBase(next)
    setDraft(toDraft(next.verification))
    setFaults({})
    setConflict(undefined)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for a newly loaded state only, not for typing
  useEffect(() => {
    if (!isDirty && current.version !== base.version) begin(current)
  }, [current])

  const change = (next: VerificationDraft) => {
    setDraft(next)
    // A fault that was shown goes as soon as it is mended.
    if (Object.keys(faults).length > 0) setFaults(faultsOf(toVerification(next)))
  }
  const reject = (found: Record<string, string>) => {
    setFaults(found)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  const submit = (version: number) => {
    const body = toVerification(draft)
    const found = faultsOf(body)
    if (Object.keys(found).length > 0) return reject(found)
    save.mutate(submission({ body, version }), {
      onSuccess: (saved) => {
        begin(saved)
        onSaved(saved)
        toast(adminMessages.verificationSaved)
        form.current?.focus({ preventScroll: true })
      },
      onError: (error) => {
        if (error instanceof ApiError && error.status === 409)
          return setConflict((error.body as VerificationConflict).current)
        const issues = issuesOf(error)
        if (issues.length > 0) reject(Object.fromEntries(issues.map(({ path, message }) => [path, message])))
        else toast(adminMessages.verificationFailed(messageOf(error)))
      },
    })
  }
  return { base, draft, faults, conflict, isDirty, isSaving: save.isPending, begin, change, submit }
}
