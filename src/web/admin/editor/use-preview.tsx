import { type ReactNode, useRef, useState } from 'react'
import type { EditablePost } from '../../../contract/posts.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import type { PostEditing } from './use-post-editing.ts'

type Confirmation = { editing: PostEditing; kind: 'save-draft' | 'show-saved' }

/**
 * Previews the saved post in a new tab and never publishes anything: a draft is saved first, an unsaved new post becomes
 * a draft, and a public post is shown as it is saved.
 */
export function usePreview(): {
  open: (editing: PostEditing) => void
  show: (post: EditablePost) => void
  cancel: () => void
  dialog: ReactNode
} {
  const [confirmation, setConfirmation] = useState<Confirmation>()
  /** Opened during the click: browsers block a window opened later. */
  const tab = useRef<Window | null>(null)

  const show = ({ id }: Pick<EditablePost, 'id'>) => {
    const url = `/preview/${id}`
    if (!tab.current) return void window.open(url, '_blank', 'noopener')
    tab.current.opener = null
    tab.current.location.replace(url)
    tab.current = null
  }

  const saveAndShow = (editing: PostEditing) => {
    tab.current = window.open('', '_blank')
    editing.form.setValue('publishedAt', null)
    void editing.save({ preview: true })
  }

  const handleConfirm = () => {
    if (!confirmation) return
    setConfirmation(undefined)
    if (confirmation.kind === 'save-draft') saveAndShow(confirmation.editing)
    else if (confirmation.editing.stored) show(confirmation.editing.stored)
  }

  return {
    open(editing) {
      const { stored, isUnsaved, form } = editing
      if (stored && !isUnsaved) show(stored)
      else if (stored && stored.status !== 'draft') setConfirmation({ editing, kind: 'show-saved' })
      else if (stored && !form.getValues('publishedAt')) saveAndShow(editing)
      else setConfirmation({ editing, kind: 'save-draft' })
    },
    show,
    cancel() {
      tab.current?.close()
      tab.current = null
    },
    dialog: confirmation && (
      <ConfirmDialog
        isOpen
        isDangerous={false}
        {...dialogs[confirmation.kind]}
        onConfirm={handleConfirm}
        onClose={() => setConfirmation(undefined)}
      />
    ),
  }
}

const dialogs = {
  'save-draft': {
    title: 'Save as a draft to preview?',
    confirmLabel: 'Save draft and preview',
    children: (
      <p>
        A preview shows what is saved. The post is saved as a draft, which nobody sees but you; publish it when you like
        what you see.
      </p>
    ),
  },
  'show-saved': {
    title: 'Preview the saved post?',
    confirmLabel: 'Preview',
    children: (
      <p>
        This post is public, so your latest changes are not saved for a preview: saving would put them online. You will
        see the post without them.
      </p>
    ),
  },
}
