import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useQueries } from '../../environment.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { type EmptyAnswer, emptyAnswers, focusAnswer } from './empty-answers.ts'
import { type FieldName, toInput } from './post-fields.ts'
import { focusField, snapshotOf } from './post-form.ts'
import type { FollowUps } from './saver.ts'
import type { PostEditing } from './use-post-editing.ts'

type Missing = { hasNoCategory: boolean; answers: EmptyAnswer[] }
type Question = Missing & { followUps: FollowUps | undefined }

type Options = {
  brand: string
  /** Makes a field visible, before it gets the focus. */
  reveal: (name: FieldName) => void
}

/**
 * The editing of a post whose first publication, without a category or with an empty answer in a block of questions, opens a
 * dialog once. Updates, drafts and autosaves never do.
 */
export function useMissingQuestion(editing: PostEditing, { brand, reveal }: Options) {
  const { data: categories = [] } = useQuery(useQueries().categories())
  const wasOpened = useRef(false)
  const [question, setQuestion] = useState<Question>()
  const { form } = editing
  const close = () => setQuestion(undefined)
  const goTo = (name: FieldName, focus: () => void) => {
    // The dialog returns the focus to where it was, before the field gets it.
    flushSync(close)
    reveal(name)
    focus()
  }
  return {
    editing: {
      ...editing,
      async save(followUps?: FollowUps) {
        const missing = wasOpened.current ? undefined : findMissing(editing, brand, categories.length > 0)
        if (!missing) return editing.save(followUps)
        wasOpened.current = true
        setQuestion({ ...missing, followUps })
      },
    } satisfies PostEditing,
    dialog: question && (
      <Dialog
        isOpen
        title="Publish without these?"
        onClose={close}
        size="small"
        isAlert
        footer={
          <>
            <ToolButton onClick={close}>Cancel</ToolButton>
            <ToolButton
              tone="primary"
              data-autofocus
              onClick={() => {
                close()
                void editing.save(question.followUps)
              }}
            >
              Publish anyway
            </ToolButton>
          </>
        }
      >
        <ul className="space-y-3">
          {question.hasNoCategory && (
            <MissingPart
              action="Choose a category"
              onGo={() => goTo('categoryId', () => focusField(form, 'categoryId'))}
            >
              The post is in no category.
            </MissingPart>
          )}
          {question.answers.map((answer) => (
            <MissingPart
              key={answer.at}
              action="Write the answer"
              onGo={() => goTo('content', () => focusAnswer(answer) || focusField(form, 'content'))}
            >
              {answer.question === '' ? `Question ${answer.at + 1} is empty.` : `“${answer.question}” has no answer.`}
            </MissingPart>
          ))}
        </ul>
      </Dialog>
    ),
  }
}

function MissingPart({ action, onGo, children }: { action: string; onGo: () => void; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3">
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {children}
      </span>
      <button
        type="button"
        onClick={onGo}
        className="min-h-10 font-semibold text-accent-darker underline underline-offset-4"
      >
        {action}
      </button>
    </li>
  )
}

/** Returns what a save that publishes for the first time lacks; undefined if nothing, or if the save would be refused anyway. */
function findMissing({ kind, form, stored }: PostEditing, brand: string, canChoose: boolean): Missing | undefined {
  const fields = snapshotOf(form)
  const isFirst = kind.kind === 'post' && (!stored || stored.status === 'draft') && fields.publishedAt !== null
  if (!isFirst || !kind.input.safeParse(toInput(fields, brand)).success) return undefined
  const hasNoCategory = canChoose && fields.categoryId === ''
  const answers = emptyAnswers(fields.content)
  return hasNoCategory || answers.length > 0 ? { hasNoCategory, answers } : undefined
}
