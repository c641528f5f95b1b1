import { type ReactNode, useRef, useState } from 'react'
import type { EditablePost } from '../../../contract/posts.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import type { PostEditing } from './use-post-editing.ts'

type Question = { editing: PostEditing; kind: 'save-draft' | 'show-saved' }

/**
 * A preview shows what is saved, in a tab of its own, and never publishes anything: a draft is saved first, a post that
 * is not saved yet becomes a draft, and of a public post the saved state is shown.
 */
export function usePreview(): {
  ask: (editing: PostEditing) => void
  show: (post: EditablePost) => void
  giveUp: () => void
  dialog: ReactNode
} {
  const [question, setQuestion] = useState<Question>()
  /** Opened with the click, since a browser allows no window later. */
  const tab = useRef<Window | null>(null)

  const show = ({ id }: Pick<EditablePost, 'id'>) => {
    const address = `/preview/${id}`
    if (!tab.current) return void window.open(address, '_blank', 'noopener')
    tab.current.opener = null
    tab.current.location.replace(address)
    tab.current = null
  }

  const saveAndShow = (editing: PostEditing) => {
    tab.current = window.open('', '_blank')
    editing.form.setValue('publishedAt', null)
    void editing.save('preview')
  }

  const handleConfirm = () => {
    if (!question) return
    setQuestion(undefined)
    if (question.kind === 'save-draft') saveAndShow(question.editing)
    else if (question.editing.stored) show(question.editing.stored)
  }

  return {
    ask(editing) {
      const { stored, isUnsaved, form } = editing
      if (stored && !isUnsaved) show(stored)
      else if (stored && stored.status !== 'draft') setQuestion({ editing, kind: 'show-saved' })
      else if (stored && !form.getValues('publishedAt')) saveAndShow(editing)
      else setQuestion({ editing, kind: 'save-draft' })
    },
    show,
    giveUp() {
      tab.current?.close()
      tab.current = null
    },
    dialog: question && (
      <ConfirmDialog
        isOpen
        isDangerous={false}
        {...questions[question.kind]}
        onConfirm={handleConfirm}
        onClose={() => setQuestion(undefined)}
      />
    ),
  }
}

const questions = {
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
