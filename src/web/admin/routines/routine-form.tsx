import { useState } from 'react'
import { type OwnerRoutine, RoutineInput } from '../../../contract/content/routines.ts'
import { routineCalls } from '../../data/owner/routines.ts'
import { useRouter } from '../../lib/router.tsx'
import { toast } from '../../lib/toast.ts'
import { FieldRules } from '../kit/field-rules.ts'
import { useOpenedName } from '../kit/opened-name.ts'
import { Panel, TabHeader } from '../kit/panel.tsx'
import { FormFaults } from '../kit/rows/edit-dialog.tsx'
import { useRowForm } from '../kit/rows/use-row-form.ts'
import { ToolButton, ToolLink, toolClass } from '../kit/tool-button.tsx'
import { useLeaveGuard } from '../kit/use-leave-guard.tsx'
import { RoutineFields } from './routine-fields.tsx'
import { routineMessages, routines, valuesOf } from './routines.ts'
import { StepFields } from './step-fields.tsx'

/** A routine to edit, or a new one. */
export function RoutineForm({ routine }: { routine?: OwnerRoutine }) {
  const { navigate } = useRouter()
  const [saved, setSaved] = useState(routine)
  const edit = useRowForm({
    one: routines.one,
    row: saved,
    toValues: (row) => valuesOf(row),
    schema: RoutineInput,
    save: routineCalls.useSave(),
    onSaved: (next) => {
      toast(saved ? routineMessages.saved(next.name) : routineMessages.created(next.name))
      form.reset(valuesOf(next))
      setSaved(next)
      if (!saved) navigate(`/admin/routines/${next.id}`, { replace: true })
    },
  })
  const { form, isSaving, submit, round } = edit
  useOpenedName(saved?.name ?? 'New Routine')
  const leave = useLeaveGuard(edit.isDirty, 'What you changed in this routine has not been saved.')

  return (
    <form noValidate onSubmit={submit} aria-label={saved ? 'Edit Routine' : 'New Routine'}>
      <TabHeader title={saved ? 'Edit Routine' : 'New Routine'}>
        <ToolLink href="/admin/routines">All routines</ToolLink>
        {saved && (
          <a
            href={`/preview/routines/${saved.id}`}
            target="_blank"
            rel="noopener"
            className={toolClass()}
            data-tooltip="As it was saved last"
          >
            Preview<span className="sr-only"> as it was saved last (opens in a new tab)</span>
          </a>
        )}
        <ToolButton type="submit" tone="primary" disabled={isSaving}>
          {isSaving ? 'Saving...' : 'Save'}
        </ToolButton>
      </TabHeader>
      <FormFaults one={routines.one} edit={edit} className="mb-5" />
      <FieldRules value={RoutineInput}>
        <div key={round} className="grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <Panel title="About it">
            <RoutineFields form={form} />
          </Panel>
          <StepFields form={form} />
        </div>
      </FieldRules>
      {leave.dialog}
    </form>
  )
}
