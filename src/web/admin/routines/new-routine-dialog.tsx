import { type OwnerRoutine, RoutineInput } from '../../../contract/content/routines.ts'
import { routineCalls } from '../../data/owner/routines.ts'
import { toast } from '../../lib/toast.ts'
import { EditDialog } from '../kit/rows/edit-dialog.tsx'
import { useRowForm } from '../kit/rows/use-row-form.ts'
import { RoutineFields } from './routine-fields.tsx'
import { routineMessages, routines, valuesOf } from './routines.ts'
import { StepFields } from './step-fields.tsx'

type NewRoutineDialogProps = {
  /** The suggested name. */
  name: string
  onSaved: (routine: OwnerRoutine) => void
  onClose: () => void
}

/** The form of a new routine over another page, which stays as it is. */
export function NewRoutineDialog({ name, onSaved, onClose }: NewRoutineDialogProps) {
  const edit = useRowForm({
    one: routines.one,
    row: undefined,
    toValues: (row: OwnerRoutine | undefined) => valuesOf(row, name),
    schema: RoutineInput,
    save: routineCalls.useSave(),
    onSaved: (routine) => {
      toast(routineMessages.created(routine.name))
      onSaved(routine)
    },
  })
  return (
    <EditDialog title="New Routine" one={routines.one} edit={edit} size="large" onClose={onClose}>
      <RoutineFields form={edit.form} />
      <div className="mt-6">
        <StepFields form={edit.form} />
      </div>
    </EditDialog>
  )
}
