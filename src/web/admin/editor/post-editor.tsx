import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import type { EditablePost } from '../../../contract/posts.ts'
import { useQueries } from '../../environment.tsx'
import { useLeaveGuard } from '../kit/use-leave-guard.tsx'
import { usePostDeletion } from '../posts/use-post-deletion.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { CoverPanel } from './cover-panel.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { EditorBar } from './editor-bar.tsx'
import { PinPanel } from './pin-panel.tsx'
import { fieldsOf } from './post-fields.ts'
import { PublishPanel } from './publish-panel.tsx'
import { RevisionsDialog } from './revisions-dialog.tsx'
import { SearchPanel } from './search-panel.tsx'
import { UnsavedDraftNotice } from './unsaved-draft-notice.tsx'
import { useDerivedFields } from './use-derived-fields.ts'
import { useLocalDrafts } from './use-local-drafts.ts'
import { type PostEditing, usePostEditing } from './use-post-editing.ts'
import { usePreview } from './use-preview.tsx'
import { WritingFields } from './writing-fields.tsx'

type PostEditorProps = {
  post: EditablePost | undefined
  onCreated: (id: number) => void
  onStartNew: () => void
}

/** The editor of one post: status bar, content and side panels. */
export function PostEditor({ post, onCreated, onStartNew }: PostEditorProps) {
  const { data: site } = useQuery(useQueries().site())
  const brand = site?.brand ?? ''
  const [dialog, setDialog] = useState<VersionDialog>()
  const preview = usePreview()
  const editing = usePostEditing({
    post,
    brand,
    onCreated: (id) => leave.bypass(() => onCreated(id)),
    onEmptied: () => leave.bypass(onStartNew),
    onConflict: () => setDialog('conflict'),
    onPreviewReady: preview.show,
    onPreviewFailed: preview.cancel,
  })
  const { form, stored } = editing
  const leave = useLeaveGuard(
    editing.isUnsaved,
    'Your latest changes are not saved yet. This browser keeps them and offers them when you come back.',
  )
  const localDrafts = useLocalDrafts(editing.autosave, stored?.id ?? null, stored ? fieldsOf(stored) : undefined)
  const derived = useDerivedFields(form, stored, brand)
  const deletion = usePostDeletion(() => leave.bypass(onStartNew))
  const closeDialog = () => {
    setDialog(undefined)
    localDrafts.refresh()
  }

  return (
    <form
      noValidate
      aria-label={stored ? 'Edit post' : 'New post'}
      onSubmit={(event) => {
        event.preventDefault()
        void editing.save()
      }}
      onKeyDown={(event) => handleKey(event, () => void editing.save())}
      className="min-w-0"
    >
      <h2 className="sr-only">{stored ? 'Edit post' : 'New post'}</h2>
      <EditorBar
        editing={editing}
        onCompare={() => setDialog('conflict')}
        onRevisions={() => setDialog('revisions')}
        onPreview={() => preview.open(editing)}
        onNew={() => leave.confirm(onStartNew)}
        onDelete={() => stored && deletion.confirmDeletion([stored])}
      />
      <UnsavedDraftNotice localDrafts={localDrafts} editing={editing} />
      <div className="grid items-start gap-6 grid-cols-[minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_18rem]">
        <WritingFields form={form} stored={stored} derived={derived} />
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 md:max-xl:grid-cols-2">
          <PublishPanel form={form} stored={stored} />
          <DetailsPanel form={form} />
          <CoverPanel form={form} />
          <PinPanel form={form} />
          <SearchPanel form={form} />
        </div>
      </div>
      {leave.dialog}
      {preview.dialog}
      {deletion.dialog}
      <VersionDialogs open={dialog} editing={editing} onClose={closeDialog} />
    </form>
  )
}

type VersionDialog = 'revisions' | 'conflict'
type VersionDialogsProps = { open: VersionDialog | undefined; editing: PostEditing; onClose: () => void }

function VersionDialogs({ open, editing, onClose }: VersionDialogsProps) {
  const { status, stored } = editing
  return (
    <>
      {status.kind === 'conflict' && (
        <ConflictDialog isOpen={open === 'conflict'} editing={editing} current={status.current} onClose={onClose} />
      )}
      {stored && <RevisionsDialog isOpen={open === 'revisions'} editing={editing} post={stored} onClose={onClose} />}
    </>
  )
}

function handleKey(event: KeyboardEvent, save: () => void): void {
  // Enter in a single-line field must not save and publish the post.
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
  if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
  event.preventDefault()
  save()
}
