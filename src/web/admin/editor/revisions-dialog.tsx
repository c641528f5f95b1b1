import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EditablePost } from '../../../contract/content/posts.ts'
import type { RevisionKind } from '../../../contract/content/revisions.ts'
import { revisionQuery, revisionsQuery } from '../../data/owner/posts.ts'
import { toast } from '../../lib/toast.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { Dialog } from '../kit/dialog.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { RevisionList } from '../kit/revision-list.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { FieldComparison } from './field-comparison.tsx'
import { fieldsOf } from './post-fields.ts'
import type { PostEditing } from './use-post-editing.ts'

const kindLabels: Record<RevisionKind, string> = {
  published: 'Published',
  scheduled: 'Scheduled',
  draft: 'Draft',
  autosaved: 'Autosaved',
  'before restore': 'Before restore',
  discarded: 'Discarded',
}

type RevisionsDialogProps = { isOpen: boolean; editing: PostEditing; post: EditablePost; onClose: () => void }

/** The last 50 revisions of a post, each compared with the editor and restorable. */
export function RevisionsDialog({ isOpen, editing, post, onClose }: RevisionsDialogProps) {
  const [chosen, setChosen] = useState<number>()
  const revisions = useQuery({ ...revisionsQuery(post.id, post.version), enabled: isOpen })
  const revision = useQuery({ ...revisionQuery(post.id, chosen ?? 0), enabled: isOpen && chosen !== undefined }).data

  const now = editing.form.getValues()
  // The date is neither shown nor restored, so that an old text never unpublishes or moves a post.
  const restorable = revision && { ...fieldsOf(revision.post), publishedAt: now.publishedAt }

  const restore = () => {
    if (!restorable) return
    editing.replace(restorable, 'What was in the editor')
    onClose()
    toast(adminMessages.textRestored)
  }

  return (
    <Dialog
      isOpen={isOpen}
      title="Earlier versions"
      onClose={onClose}
      size="large"
      footer={
        <>
          <ToolButton onClick={onClose}>Close</ToolButton>
          <ToolButton tone="primary" disabled={!revision} onClick={restore}>
            Restore this version
          </ToolButton>
        </>
      }
    >
      <LoadFailure query={revisions}>The earlier versions could not be loaded.</LoadFailure>
      {revisions.isPending && <Skeleton className="h-64 w-full" />}
      {revisions.data && (
        <div className="grid items-start gap-5 md:grid-cols-[15rem_minmax(0,1fr)]">
          <RevisionList
            revisions={revisions.data.map(({ words, kind, version, ...rest }) => ({
              ...rest,
              state: version === post.version ? `${kindLabels[kind]}, saved now` : kindLabels[kind],
              detail: `${words.toLocaleString('en-US')} words`,
            }))}
            chosen={chosen}
            onChoose={setChosen}
          />
          <div aria-live="polite">
            {chosen === undefined && <p className="text-ink-soft">Choose a version to compare it with the editor.</p>}
            {restorable && (
              <FieldComparison
                kind={editing.kind}
                before={{ label: 'In the editor now', fields: now }}
                after={{ label: 'In this version', fields: restorable }}
              />
            )}
          </div>
        </div>
      )}
    </Dialog>
  )
}
