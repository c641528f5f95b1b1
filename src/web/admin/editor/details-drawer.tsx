import { X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { EditablePost } from '../../../contract/content/posts.ts'
import { UPDATE_NOTE_MAX } from '../../../contract/content/update-notes.ts'
import { sentenceOf } from '../../data/error-sentence.ts'
import { submission } from '../../data/mutations.ts'
import { useSaveUpdateNote } from '../../data/owner/update-note.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { IconButton } from '../kit/tool-button.tsx'
import type { ContentHandle } from './content-handle.ts'
import { CoverPanel } from './cover-panel.tsx'
import { DetailsPanel } from './details-panel.tsx'
import { LabelPanel } from './label-panel.tsx'
import { LinkTargetsPanel } from './link-targets-panel.tsx'
import { PinPanel } from './pin-panel.tsx'
import { PlanPanel } from './plan-panel.tsx'
import type { FieldName } from './post-fields.ts'
import { PublishPanel } from './publish-panel.tsx'
import { SearchPanel } from './search-panel.tsx'
import { useEditorPart } from './use-editor-layout.ts'
import type { PostEditing } from './use-post-editing.ts'

/** From this width on the drawer is a column next to the text; below it covers the text. */
const COLUMN_FROM = '80rem'

const writingFields: FieldName[] = ['title', 'slug', 'content']

type DrawerState = ReturnType<typeof useDetailsDrawer>

/** The state of the drawer and the button that opens it. */
export function useDetailsDrawer() {
  const { isWide, isOpen, setOpen } = useEditorPart('drawer', COLUMN_FROM)
  const button = useRef<HTMLButtonElement>(null)
  return {
    button,
    isOpen,
    /** Whether it covers the text, which is inert meanwhile. */
    isCovering: isOpen && !isWide,
    toggle: () => setOpen(!isOpen),
    close() {
      setOpen(false)
      // The button is inert until the drawer is closed.
      setTimeout(() => button.current?.focus())
    },
    /** Opens it if one of these fields is in it; where it covers the text, if the first one is. */
    reveal(names: FieldName[]) {
      const hidden = names.filter((name) => !writingFields.includes(name))
      const mustOpen = isWide ? hidden.length > 0 : hidden[0] !== undefined && hidden[0] === names[0]
      if (mustOpen) setOpen(true)
      else if (!isWide && names.length > 0) setOpen(false)
    },
  }
}

type DetailsDrawerProps = { editing: PostEditing; drawer: DrawerState; content: RefObject<ContentHandle | null> }

/** Everything about the post but its text. */
export function DetailsDrawer({ editing, drawer, content }: DetailsDrawerProps) {
  const { form, kind } = editing
  const { isOpen, isCovering, close } = drawer
  const closeButton = useFocusWhen(isCovering)
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isCovering) return
    if (event.target instanceof Element && event.target.closest('dialog')) return
    close()
  }
  return (
    <aside
      id="post-details"
      aria-label="Details"
      hidden={!isOpen}
      onKeyDown={handleKey}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 max-xl:fixed max-xl:inset-y-0 max-xl:right-0 max-xl:z-30 max-xl:w-full max-xl:max-w-md max-xl:content-start max-xl:overflow-y-auto max-xl:overscroll-contain max-xl:border-l max-xl:border-line max-xl:bg-paper max-xl:p-4 max-xl:shadow-card"
    >
      <header className="flex items-center justify-between xl:hidden">
        <h3 className="text-lg">Details</h3>
        <IconButton ref={closeButton} label="Close details" onClick={close}>
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </header>
      {kind.fields.publish && <PublishPanel editing={editing} />}
      {kind.kind === 'post' && editing.id !== undefined && (editing.stored?.status ?? 'draft') === 'draft' && (
        <PlanPanel id={editing.id} />
      )}
      <DetailsPanel form={form} kind={kind} />
      <LabelPanel form={form} />
      {kind.fields.cover && <CoverPanel form={form} />}
      {kind.fields.pin && <PinPanel form={form} />}
      {editing.stored?.kind === 'post' && editing.stored.status === 'published' && (
        <UpdateNotePanel key={editing.stored.id} post={editing.stored} />
      )}
      {kind.fields.search && <SearchPanel form={form} kind={kind} />}
      {kind.kind === 'post' && <LinkTargetsPanel editing={editing} content={content} />}
    </aside>
  )
}

function useFocusWhen(isShown: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isShown && !document.activeElement?.closest('#post-details')) button.current?.focus()
  }, [isShown])
  return button
}

/** Tells readers what a revision changed. It has a button of its own: saving the text of a post is not yet a revision. */
function UpdateNotePanel({ post }: { post: EditablePost }) {
  const save = useSaveUpdateNote(post.id)
  const [stored, setStored] = useState(post.updateNote ?? '')
  const [note, setNote] = useState(stored)
  const isLong = note.trim().length > UPDATE_NOTE_MAX
  const send = () => save.mutate(submission(note.trim()), { onSuccess: ({ note: saved }) => setStored(saved) })
  return (
    <Panel title="Revision" className="md:p-4!">
      <TextAreaField
        optional
        label="What changed"
        rows={2}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        error={
          isLong
            ? `Please keep this under ${UPDATE_NOTE_MAX} characters`
            : save.error
              ? sentenceOf(save.error)
              : undefined
        }
        hint="Stands below the title as ‘Updated’ with today’s date. Empty: nothing."
      />
      <Button
        variant="secondary"
        size="small"
        className="mt-3"
        disabled={save.isPending || isLong || note.trim() === stored}
        onClick={send}
      >
        {save.isPending ? 'Saving...' : 'Save note'}
      </Button>
      <p role="status" className="mt-2 text-sm text-ink-soft">
        {save.isSuccess && note.trim() === stored && 'Saved.'}
      </p>
    </Panel>
  )
}
