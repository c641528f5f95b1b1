import { useState } from 'react'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { CompareDialog } from './field-comparison.tsx'
import { fieldsOf } from './post-fields.ts'
import { PreviewLinksDialog } from './preview-links-dialog.tsx'
import { RevisionsDialog } from './revisions-dialog.tsx'
import type { PostEditing } from './use-post-editing.ts'

export type VersionDialog = 'revisions' | 'conflict' | 'changes' | 'discard' | 'preview-links'

type VersionDialogsProps = {
  open: VersionDialog | undefined
  editing: PostEditing
  onOpen: (dialog: VersionDialog) => void
  onClose: () => void
}

/** The dialogs about other versions of the post. */
export function VersionDialogs({ open, editing, onOpen, onClose }: VersionDialogsProps) {
  const { id, status, stored } = editing
  return (
    <>
      {status.kind === 'conflict' && (
        <ConflictDialog
          isOpen={open === 'conflict'}
          editing={editing}
          current={status.current}
          wasSave={status.wasSave}
          onClose={onClose}
        />
      )}
      {stored && <RevisionsDialog isOpen={open === 'revisions'} editing={editing} post={stored} onClose={onClose} />}
      <WorkingCopyComparison
        isOpen={open === 'changes'}
        editing={editing}
        onDiscard={() => onOpen('discard')}
        onClose={onClose}
      />
      {id !== undefined && (
        <PreviewLinksDialog isOpen={open === 'preview-links'} editing={editing} id={id} onClose={onClose} />
      )}
      <DiscardDialog isOpen={open === 'discard'} editing={editing} onClose={onClose} />
    </>
  )
}

type DialogProps = { isOpen: boolean; editing: PostEditing; onClose: () => void }

/** Compares the unpublished changes with what readers see. */
function WorkingCopyComparison({ isOpen, editing, onDiscard, onClose }: DialogProps & { onDiscard: () => void }) {
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

function DiscardDialog({ isOpen, editing, onClose }: DialogProps) {
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
