import type { Program } from '../../../contract/shop/programs.ts'
import { useSaveProgram } from '../../data/owner/programs.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { EditDialog } from '../kit/rows/edit-dialog.tsx'
import { useRowForm } from '../kit/rows/use-row-form.ts'
import { PostbackSection } from './postback-section.tsx'
import { ProgramFields } from './program-fields.tsx'
import { resolveProgram, valuesOf } from './program-values.ts'

type ProgramDialogProps = {
  /** Undefined for a new one. */
  program: Program | undefined
  onClose: () => void
}

/** A program to edit, or a new one. */
export function ProgramDialog({ program, onClose }: ProgramDialogProps) {
  const edit = useRowForm({
    one: 'program',
    row: program,
    toValues: valuesOf,
    resolver: resolveProgram,
    save: useSaveProgram(),
    onSaved: ({ name }) => {
      toast(adminMessages.programSaved(name))
      onClose()
    },
  })
  return (
    <EditDialog title={program ? 'Edit Program' : 'New Program'} one="program" edit={edit} onClose={onClose}>
      <ProgramFields form={edit.form} network={program?.network ?? 'generic'} />
      {program && <PostbackSection program={program} />}
    </EditDialog>
  )
}
