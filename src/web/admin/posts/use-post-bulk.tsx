import { type ReactNode, useState } from 'react'
import type { BulkResult, PostChoice } from '../../../contract/content/post-bulk.ts'
import { submission } from '../../data/mutations.ts'
import { useOwnerMutation } from '../../data/owner/owner-mutation.ts'
import { type BulkAction, useChangePosts } from '../../data/owner/post-bulk.ts'
import { bringBackPosts, restoreChosenPosts } from '../../data/owner/posts.ts'
import { Link, useRouter } from '../../lib/router.tsx'
import { toast } from '../../lib/toast.ts'
import type { EditorKind } from '../editor/editor-kind.ts'
import { keysOfPosts } from '../editor/use-post-deletion.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { keptInTrash, purgeQuestion } from '../kit/trash.tsx'
import { dismissActionsOn, undoToast } from '../kit/undo-toast.ts'
import type { Chosen } from '../kit/use-selection.ts'
import { titleOf } from './post-list-view.ts'

type Question = { title: (posts: string) => string; confirmLabel: string; text: (kind: EditorKind) => string }
type Asked = { action: BulkAction; choice: PostChoice; count: number }

const questions: Partial<Record<BulkAction['kind'], Question>> = {
  publish: {
    title: (posts) => `Publish ${posts} now?`,
    confirmLabel: 'Publish',
    text: () =>
      'Drafts and scheduled posts appear on your site at once. A post that is not complete stays as it is, and you are told why.',
  },
  unpublish: {
    title: (posts) => `Unpublish ${posts}?`,
    confirmLabel: 'Unpublish',
    text: () => 'They leave your site and become drafts. You can publish them again at any time.',
  },
  trash: {
    title: (posts) => `Delete ${posts}?`,
    confirmLabel: 'Delete',
    text: () => `They will no longer be on your site. ${keptInTrash(2)}`,
  },
  'delete-for-good': {
    ...purgeQuestion,
    text: ({ deletedWith }) => purgeQuestion.text(deletedWith),
  },
}

export type PostBulk = {
  run: (asked: Asked) => void
  /** Takes posts out of the trash; `first` is the only one, or one of several. */
  restore: (chosen: Chosen, first: { id: number; title: string } | undefined) => void
  dialog: ReactNode
}

/** Changes several posts: with a confirmation where readers notice, and a list of the posts that could not be changed. */
export function usePostBulk(onDone: () => void, kind: EditorKind): PostBulk {
  const { noun, editHref } = kind
  const { navigate } = useRouter()
  const change = useChangePosts()
  const undoing = useOwnerMutation(bringBackPosts)
  const restoration = useOwnerMutation(restoreChosenPosts)
  const [asked, setAsked] = useState<Asked>()
  const [failed, setFailed] = useState<BulkResult['failed']>([])
  const question = asked && questions[asked.action.kind]

  const postsText = (count: number) => (count === 1 ? `one ${noun}` : `${count.toLocaleString('en-US')} ${noun}s`)
  const undo = (ids: number[]) =>
    undoing.mutateAsync(submission(ids)).then(
      (restored) =>
        toast(restored.ids.length > 0 ? adminMessages.restored(postsText(ids.length)) : adminMessages.undoneTooLate),
      (error: Error) => toast(adminMessages.actionFailed(messageOf(error))),
    )
  const handleDone = ({ action }: Asked, result: BulkResult) => {
    setAsked(undefined)
    setFailed(result.failed)
    onDone()
    if (result.ids.length === 0 && result.failed.length > 0) return
    const message = adminMessages.postsChanged({ kind: action.kind, what: postsText(result.ids.length) })
    const rows = keysOfPosts(result.ids)
    if (action.kind === 'trash' || action.kind === 'delete-for-good') dismissActionsOn(rows)
    if (action.kind === 'trash') undoToast(message, () => void undo(result.ids), { rows })
    else toast(message)
  }
  const send = (next: Asked) => {
    const { action, choice } = next
    change.mutate(submission({ action, choice }), {
      onSuccess: (result) => handleDone(next, result),
      onError: (error) => questions[action.kind] ?? toast(adminMessages.actionFailed(messageOf(error))),
    })
  }

  return {
    run: (next) => {
      change.reset()
      if (questions[next.action.kind]) setAsked(next)
      else send(next)
    },
    restore: ({ choice }, first) =>
      restoration.mutate(submission(choice as PostChoice), {
        onSuccess: ({ ids }) => {
          onDone()
          dismissActionsOn(keysOfPosts(ids))
          if (!first || ids.length !== 1) return toast(adminMessages.restored(postsText(ids.length)))
          const action = { label: 'Open', onSelect: () => navigate(editHref(first.id)) }
          toast({ ...adminMessages.restored(titleOf(first)), action }, { rows: keysOfPosts(ids) })
        },
      }),
    dialog: (
      <>
        {asked && question && (
          <ConfirmDialog
            isOpen
            title={question.title(postsText(asked.count))}
            confirmLabel={question.confirmLabel}
            isDangerous={asked.action.kind !== 'publish'}
            isBusy={change.isPending}
            error={change.error ? messageOf(change.error) : undefined}
            onConfirm={() => send(asked)}
            onClose={() => setAsked(undefined)}
          >
            <p>{question.text(kind)}</p>
          </ConfirmDialog>
        )}
        <FailedPosts failed={failed} onClose={() => setFailed([])} />
      </>
    ),
  }
}

function FailedPosts({ failed, onClose }: { failed: BulkResult['failed']; onClose: () => void }) {
  return (
    <Dialog
      isOpen={failed.length > 0}
      title={failed.length === 1 ? 'One post was not changed' : `${failed.length} posts were not changed`}
      onClose={onClose}
      footer={
        <ToolButton tone="primary" onClick={onClose}>
          Close
        </ToolButton>
      }
    >
      <ul className="space-y-3 text-[0.9375rem]">
        {failed.map(({ id, title, message }) => (
          <li key={id}>
            <Link
              href={`/admin/posts/${id}`}
              dir="auto"
              className="inline-block py-1 font-semibold wrap-anywhere text-accent-darker underline underline-offset-4"
            >
              {title || 'Untitled'}
            </Link>
            <p className="text-ink-soft">{message}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
