import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Program } from '../../../contract/shop/programs.ts'
import { submission } from '../../data/mutations.ts'
import { useSaveProgram } from '../../data/owner/programs.ts'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { issuesOf, messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { PostbackSection } from './postback-section.tsx'
import { ProgramFields } from './program-fields.tsx'
import { fieldOf, type ProgramForm, parseValues, valuesOf } from './program-values.ts'

type ProgramDialogProps = {
  isNew: boolean
  /** Undefined for a new program and for one that no longer exists. */
  program: Program | undefined
  onClose: () => void
}

export function ProgramDialog({ isNew, program: shown, onClose }: ProgramDialogProps) {
  // The state when the dialog was opened; the list may be refetched meanwhile.
  const [program] = useState(shown)
  if (!isNew && !program)
    return (
      <Dialog isOpen title="Edit Program" onClose={onClose}>
        <StatusMessage>There is no such program. It may have been deleted.</StatusMessage>
      </Dialog>
    )
  return <EditDialog program={program} onClose={onClose} />
}

function EditDialog({ program, onClose }: { program: Program | undefined; onClose: () => void }) {
  const formId = useId()
  const [isLeaving, setIsLeaving] = useState(false)
  const mutation = useSaveProgram()
  const form: ProgramForm = useForm({ defaultValues: valuesOf(program) })
  const { isDirty, errors } = form.formState
  const close = () => (isDirty ? setIsLeaving(true) : onClose())

  const showIssues = (issues: readonly { path: string; message: string }[], otherwise: string) => {
    for (const [index, { path, message }] of issues.entries())
      form.setError(fieldOf(path) ?? 'root', { message }, { shouldFocus: index === 0 })
    if (issues.length === 0) form.setError('root', { message: otherwise })
  }

  const save = form.handleSubmit((values) => {
    const parsed = parseValues(values)
    if (!parsed.success) {
      const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
      return showIssues(issues.toReversed(), '')
    }
    mutation.mutate(submission({ input: parsed.data, current: program }), {
      onSuccess: ({ name }) => {
        toast(adminMessages.programSaved(name))
        onClose()
      },
      onError: (error) => showIssues(issuesOf(error), `The program was not saved: ${messageOf(error)}`),
    })
  })

  return (
    <Dialog
      isOpen
      title={program ? 'Edit Program' : 'New Program'}
      onClose={close}
      footer={
        <>
          <ToolButton onClick={close}>Cancel</ToolButton>
          <ToolButton type="submit" form={formId} tone="primary" disabled={mutation.isPending}>
            {mutation.isPending ? 'Saving...' : 'Save'}
          </ToolButton>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={save}>
        <ProgramFields form={form} network={program?.network ?? 'generic'} />
        {errors.root && (
          <StatusMessage tone="error" className="mt-5">
            {errors.root.message}
          </StatusMessage>
        )}
      </form>
      {program && <PostbackSection program={program} />}
      <ConfirmDialog
        isOpen={isLeaving}
        title="Discard your changes?"
        confirmLabel="Discard"
        onConfirm={onClose}
        onClose={() => setIsLeaving(false)}
      >
        <p>What you changed in this program has not been saved.</p>
      </ConfirmDialog>
    </Dialog>
  )
}
