import { useState } from 'react'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { fieldsOf } from './post-fields.ts'
import type { PostEditing } from './use-post-editing.ts'

type DialogProps = { isOpen: boolean; editing: PostEditing; onClose: () => void }

/** Compares the unpublished changes with what readers see. */
export function WorkingCopyComparison({
  isOpen,
  editing,
  onDiscard,
  onClose,
}: DialogProps & { onDiscard: () => void }) {
  if (!editing.stored) return null
  return (
    <CompareDialog
      kind={editing.kind}
      isOpen={isOpen}
      title="Unpublished changes"
      before={{ label: 'Published', fields: fieldsOf(editing.stored) }}
      after={{ label: 'In the editor now', fields: editing.form.getValues() }}
      onClose={onClose}
      footer={
        <ToolButton tone="danger" onClick={onDiscard}>
          Discard
        </ToolButton>
      }
    />
  )
}

export function DiscardDialog({ isOpen, editing, onClose }: DialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()
  const close = () => {
    setError(undefined)
    onClose()
  }
  const discard = async () => {
    setIsBusy(true)
    try {
      await editing.discard()
      close()
    } catch (cause) {
      setError(messageOf(cause))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Discard the unpublished changes?"
      confirmLabel="Discard"
      onConfirm={() => void discard()}
      onClose={close}
      isBusy={isBusy}
      error={error}
    >
      <p>The editor goes back to what is published. The changes stay among the earlier versions.</p>
    </ConfirmDialog>
  )
}
