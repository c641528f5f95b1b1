import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type OwnerRoutine, type RoutineConflict, RoutineInput } from '../../../contract/content/routines.ts'
import { ApiError } from '../../data/api.ts'
import { submission } from '../../data/mutations.ts'
import { useSaveRoutine } from '../../data/owner/routines.ts'
import { useRouter } from '../../lib/router.tsx'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Panel, TabHeader } from '../kit/panel.tsx'
import { showServerError } from '../kit/server-errors.ts'
import { ToolButton, ToolLink, toolClass } from '../kit/tool-button.tsx'
import { useLeaveGuard } from '../kit/use-leave-guard.tsx'
import { RoutineFields } from './routine-fields.tsx'
import type { RoutineFormState, RoutineFormValues } from './routine-form-state.ts'
import { routineMessages } from './routine-messages.ts'
import { StepFields } from './step-fields.tsx'

/** A routine to edit, or a new one. */
export function RoutineForm({ routine }: { routine?: OwnerRoutine }) {
  const { navigate } = useRouter()
  /** Counts what another window's version replaced, to draw the fields again. */
  const [round, setRound] = useState(0)
  const [saved, setSaved] = useState(routine)
  const form: RoutineFormState = useForm({
    defaultValues: toValues(routine),
    resolver: zodResolver(RoutineInput),
  })
  const { isDirty, errors } = form.formState
  const leave = useLeaveGuard(isDirty, 'What you changed in this routine has not been saved.')
  const onSaved = (next: OwnerRoutine) => {
    toast(saved ? routineMessages.saved(next.name) : routineMessages.created(next.name))
    form.reset(toValues(next))
    setSaved(next)
    if (!saved) leave.bypass(() => navigate(`/admin/routines/${next.id}`, { replace: true }))
  }
  const { save, isSaving, conflict, resolveConflict } = useSave({ form, saved, onSaved, setRound })

  return (
    <form noValidate onSubmit={save} aria-label={saved ? 'Edit Routine' : 'New Routine'}>
      <TabHeader title={saved ? 'Edit Routine' : 'New Routine'}>
        <ToolLink href="/admin/routines">All routines</ToolLink>
        {saved && (
          <a
            href={`/preview/routines/${saved.id}`}
            target="_blank"
            rel="noopener"
            className={toolClass()}
            title="As it was saved last"
          >
            Preview<span className="sr-only"> (opens in a new tab)</span>
          </a>
        )}
        <ToolButton type="submit" tone="primary" disabled={isSaving}>
          {isSaving ? 'Saving...' : 'Save'}
        </ToolButton>
      </TabHeader>
      {errors.root && (
        <StatusMessage tone="error" className="mb-5">
          {errors.root.message}
        </StatusMessage>
      )}
      {conflict && (
        <StatusMessage tone="error" className="mb-5">
          This routine was changed in another window. Your changes are still here.
          <span className="mt-3 flex flex-wrap gap-2">
            <ToolButton onClick={() => resolveConflict('theirs')}>Show the other version</ToolButton>
            <ToolButton tone="primary" onClick={() => resolveConflict('mine')}>
              Save mine
            </ToolButton>
          </span>
        </StatusMessage>
      )}
      <div key={round} className="grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Panel title="About it">
          <RoutineFields form={form} />
        </Panel>
        <StepFields form={form} />
      </div>
      {leave.dialog}
    </form>
  )
}

type SaveOptions = {
  form: RoutineFormState
  saved: OwnerRoutine | undefined
  onSaved: (routine: OwnerRoutine) => void
  setRound: (update: (round: number) => number) => void
}

/** Saves the form; what the server refuses stands at its field. */
function useSave({ form, saved, onSaved, setRound }: SaveOptions) {
  const mutation = useSaveRoutine()
  const [conflict, setConflict] = useState<OwnerRoutine>()
  /** What is saved over: the version that was opened, until the owner has seen another. */
  const version = useRef(saved?.version ?? 0)
  useEffect(() => {
    if (saved) version.current = saved.version
  }, [saved])

  const save = form.handleSubmit((input) => {
    const current = saved && { id: saved.id, version: version.current }
    mutation.mutate(submission({ input, current }), {
      onSuccess: onSaved,
      onError: (error) => {
        if (error instanceof ApiError && error.status === 409) setConflict((error.body as RoutineConflict).current)
        else showServerError(form, error, 'The routine was not saved:')
      },
    })
  })

  const resolveConflict = (whose: 'mine' | 'theirs') => {
    if (!conflict) return
    version.current = conflict.version
    setConflict(undefined)
    if (whose === 'mine') return void save()
    form.reset(toValues(conflict))
    setRound((round) => round + 1)
  }
  return { save, isSaving: mutation.isPending, conflict, resolveConflict }
}

function toValues(routine: OwnerRoutine | undefined): RoutineFormValues {
  if (!routine) return { ...RoutineInput.parse({ name: 'New' }), name: '', slug: '' }
  const { name, slug, summary, forWhom, skinTypes, concerns, imageUrl, imageAlt, steps, isActive } = routine
  return { name, slug, summary, forWhom, skinTypes, concerns, imageUrl, imageAlt, steps, isActive }
}
