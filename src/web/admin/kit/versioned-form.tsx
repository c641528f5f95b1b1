import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../data/api.ts'
import { type Submission, submission } from '../../data/mutations.ts'
import type { ToastCopy } from '../../lib/copy.ts'
import { toast } from '../../lib/toast.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { SaveBar } from './save-bar.tsx'
import { issuesOf, messageOf } from './server-errors.ts'
import { useLeaveGuard } from './use-leave-guard.tsx'

type Versioned = { version: number }

type Handlers<Stored> = { onSuccess(saved: Stored): void; onError(error: Error): void }

type Options<Stored extends Versioned, Draft, Body> = {
  current: Stored
  onSaved(saved: Stored): void
  toDraft(stored: Stored): Draft
  toBody(draft: Draft): Body
  /** Sentences by place, such as `files.2.name`. */
  faultsOf(body: Body): Record<string, string>
  isSame?(one: Body, other: Body): boolean
  save: { isPending: boolean; mutate(input: Submission<{ body: Body; version: number }>, on: Handlers<Stored>): void }
  savedToast: ToastCopy
  failedToast(reason: string): ToastCopy
}

export type VersionedEdit<Stored extends Versioned, Draft> = {
  form: RefObject<HTMLFormElement | null>
  /** The version that is being edited; another window may have saved a newer one. */
  base: Stored
  draft: Draft
  faults: Record<string, string>
  conflict: Stored | undefined
  isDirty: boolean
  isSaving: boolean
  change(draft: Draft): void
  /** Starts again from a stored version. */
  begin(stored: Stored): void
  /** Saves over a version. */
  submit(version: number): void
}

/** A stored thing with a version while it is edited as a whole: faults by field, a save over its version, a conflict. */
export function useVersionedEdit<Stored extends Versioned, Draft, Body>(
  options: Options<Stored, Draft, Body>,
): VersionedEdit<Stored, Draft> {
  const { current, onSaved, toDraft, toBody, faultsOf, save } = options
  const { isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other) } = options
  const form = useRef<HTMLFormElement>(null)
  const [base, setBase] = useState(current)
  const [draft, setDraft] = useState(() => toDraft(current))
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [conflict, setConflict] = useState<Stored>()
  const isDirty = !isSame(toBody(draft), toBody(toDraft(base)))

  const begin = (next: Stored) => {
    setBase(next)
    setDraft(toDraft(next))
    setFaults({})
    setConflict(undefined)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for a newly loaded state only, not for typing
  useEffect(() => {
    if (!isDirty && current.version !== base.version) begin(current)
  }, [current])

  const change = (next: Draft) => {
    setDraft(next)
    // A fault that was shown goes as soon as it is mended.
    if (Object.keys(faults).length > 0) setFaults(faultsOf(toBody(next)))
  }
  const reject = (found: Record<string, string>) => {
    setFaults(found)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  const submit = (version: number) => {
    const body = toBody(draft)
    const found = faultsOf(body)
    if (Object.keys(found).length > 0) return reject(found)
    save.mutate(submission({ body, version }), {
      onSuccess: (saved) => {
        begin(saved)
        onSaved(saved)
        toast(options.savedToast)
        form.current?.focus({ preventScroll: true })
      },
      onError: (error) => {
        if (error instanceof ApiError && error.status === 409)
          return setConflict((error.body as { current: Stored }).current)
        const issues = issuesOf(error)
        if (issues.length > 0) reject(Object.fromEntries(issues.map(({ path, message }) => [path, message])))
        else toast(options.failedToast(messageOf(error)))
      },
    })
  }
  return { form, base, draft, faults, conflict, isDirty, isSaving: save.isPending, change, begin, submit }
}

type VersionedFormProps<Stored extends Versioned, Draft> = {
  edit: VersionedEdit<Stored, Draft>
  label: string
  /** Why leaving has to be confirmed. */
  leaveText: string
  conflictText: string
  children: ReactNode
}

/** The form of `useVersionedEdit`: its fields, the choice after a conflict, and the bar to save once something changed. */
export function VersionedForm<Stored extends Versioned, Draft>(props: VersionedFormProps<Stored, Draft>) {
  const { edit, label, leaveText, conflictText, children } = props
  const { form, base, conflict } = edit
  const leave = useLeaveGuard(edit.isDirty, leaveText)
  const discard = () => {
    edit.begin(base)
    form.current?.focus({ preventScroll: true })
  }
  return (
    <form
      ref={form}
      tabIndex={-1}
      noValidate
      aria-label={label}
      className="space-y-6"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        edit.submit(base.version)
      }}
    >
      {children}
      {conflict && (
        <ConflictNotice
          showLabel="Show the others"
          onShow={() => edit.begin(conflict)}
          onSave={() => edit.submit(conflict.version)}
        >
          {conflictText}
        </ConflictNotice>
      )}
      {edit.isDirty && (
        <SaveBar isSaving={edit.isSaving} onDiscard={discard} className="rounded-card border shadow-card" />
      )}
      {leave.dialog}
    </form>
  )
}
