import { type ReactNode, useId } from 'react'
import { StatusMessage } from '../../../ui/status-message.tsx'
import { ConflictNotice } from '../conflict-notice.tsx'
import { Dialog } from '../dialog.tsx'
import { FieldRules } from '../field-rules.ts'
import { ToolButton } from '../tool-button.tsx'
import { useDiscardGuard } from '../use-leave-guard.tsx'
import type { Edit } from './use-row-form.ts'

type EditDialogProps = {
  title: string
  /** In words: 'product'. */
  one: string
  edit: Edit
  onClose: () => void
  size?: 'medium' | 'large'
  /** Links and buttons before Cancel and Save. */
  footer?: ReactNode
  /** The fields. */
  children: ReactNode
}

/** A form in a dialog. What was typed is lost only after a confirmation, also by Back, a link or closing the tab. */
export function EditDialog({ title, one, edit, onClose, size, footer, children }: EditDialogProps) {
  const formId = useId()
  const { schema, isDirty, isSaving, submit } = edit
  const guard = useDiscardGuard(isDirty, `What you changed in this ${one} has not been saved.`)
  const close = () => guard.confirm(onClose)
  return (
    <Dialog
      isOpen
      title={title}
      size={size}
      onClose={close}
      footer={
        <>
          {footer}
          <ToolButton onClick={close}>Cancel</ToolButton>
          <ToolButton type="submit" form={formId} tone="primary" disabled={isSaving}>
            {isSaving ? 'Saving...' : 'Save'}
          </ToolButton>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <FieldRules value={schema}>{children}</FieldRules>
        <FormFaults one={one} edit={edit} className="mt-5" />
      </form>
      {guard.dialog}
    </Dialog>
  )
}

/** Why a form was not saved, where that belongs to no field. */
export function FormFaults({ one, edit, className }: { one: string; edit: Edit; className: string }) {
  const { fault, isOutdated, resolveConflict } = edit
  return (
    <>
      {fault !== undefined && (
        <StatusMessage tone="error" className={className}>
          {fault}
        </StatusMessage>
      )}
      {isOutdated && (
        <ConflictNotice
          showLabel="Show the other version"
          className={className}
          onShow={() => resolveConflict('theirs')}
          onSave={() => resolveConflict('mine')}
        >
          This {one} was changed in another window. Your changes are still here.
        </ConflictNotice>
      )}
    </>
  )
}
