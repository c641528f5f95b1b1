import { ConflictDialog } from './conflict-dialog.tsx'
import { PreviewLinksDialog } from './preview-links-dialog.tsx'
import { RevisionsDialog } from './revisions-dialog.tsx'
import type { PostEditing } from './use-post-editing.ts'
import { DiscardDialog, WorkingCopyComparison } from './working-copy-dialogs.tsx'

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
