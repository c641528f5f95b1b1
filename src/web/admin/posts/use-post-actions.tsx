import { type ReactNode, useState } from 'react'
import type { OwnerPostSummary, PostKind } from '../../../contract/content/posts.ts'
import { submission } from '../../data/mutations.ts'
import { useDiscardWorkingCopy, useDuplicatePost } from '../../data/owner/post-bulk.ts'
import { useRouter } from '../../lib/router.tsx'
import { toast } from '../../lib/toast.ts'
import { usePostDeletion } from '../editor/use-post-deletion.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { SendAsNewsletterDialog } from '../newsletters/send-as-newsletter-dialog.tsx'
import { editorKinds } from '../text-editor.tsx'
import { postKind } from './post-kind.tsx'
import { titleOf } from './post-list-view.ts'
import { type PostBulk, usePostBulk } from './use-post-bulk.tsx'

export type PostActions = {
  confirmDeletion: (posts: OwnerPostSummary[]) => void
  restore: PostBulk['restore']
  deleteForGood: (post: OwnerPostSummary) => void
  /** Opens the copy in the editor, except a template. */
  duplicate: (post: OwnerPostSummary, kind: PostKind) => void
  discardChanges: (post: OwnerPostSummary) => void
  sendAsNewsletter: (post: OwnerPostSummary) => void
}

/** The actions on single posts of a list of one kind, with their dialogs. */
export function usePostActions(
  kind: PostKind,
  onDone: () => void,
): {
  actions: PostActions
  bulk: PostBulk
  dialogs: ReactNode
} {
  const { navigate } = useRouter()
  const deletion = usePostDeletion(postKind, onDone)
  const bulk = usePostBulk(onDone, editorKinds[kind])
  const duplication = useDuplicatePost()
  const discarding = useDiscardWorkingCopy()
  const [toSend, setToSend] = useState<OwnerPostSummary>()
  const [toDiscard, setToDiscard] = useState<OwnerPostSummary>()

  const actions: PostActions = {
    confirmDeletion: deletion.confirmDeletion,
    restore: bulk.restore,
    deleteForGood: ({ id }) => bulk.run({ action: { kind: 'delete-for-good' }, choice: { ids: [id] }, count: 1 }),
    duplicate: (post, kind) =>
      duplication.mutate(submission({ id: post.id, kind }), {
        onSuccess: (copy) => {
          if (kind === 'template') return toast(adminMessages.templateCreated(titleOf(post)))
          toast(adminMessages.postDuplicated)
          navigate(`/admin/posts/${copy.id}`)
        },
      }),
    discardChanges: setToDiscard,
    sendAsNewsletter: setToSend,
  }
  const handleDiscard = () => {
    if (!toDiscard) return
    discarding.mutate(submission({ id: toDiscard.id, version: toDiscard.version }), {
      onSuccess: () => toast(adminMessages.changesDiscarded),
      onSettled: () => setToDiscard(undefined),
    })
  }

  return {
    actions,
    bulk,
    dialogs: (
      <>
        {deletion.dialog}
        {bulk.dialog}
        {toSend && <SendAsNewsletterDialog post={toSend} onClose={() => setToSend(undefined)} />}
        {toDiscard && (
          <ConfirmDialog
            isOpen
            title="Discard the unpublished changes?"
            confirmLabel="Discard"
            isBusy={discarding.isPending}
            onConfirm={handleDiscard}
            onClose={() => setToDiscard(undefined)}
          >
            <p>
              <strong dir="auto" className="wrap-anywhere">
                {titleOf(toDiscard)}
              </strong>{' '}
              stays on your site as it is. The discarded text stays in its earlier versions.
            </p>
          </ConfirmDialog>
        )}
      </>
    ),
  }
}
