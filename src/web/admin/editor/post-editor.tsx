import { FieldRules } from '../kit/field-rules.ts'
import '../../styles/editor-page.css'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { EditablePost } from '../../../contract/content/posts.ts'
import { useQueries } from '../../environment.tsx'
import { useRouter } from '../../lib/router.tsx'
import { useOpenedName } from '../kit/opened-name.ts'
import { isPressed } from '../kit/shortcuts.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useLeaveGuard } from '../kit/use-leave-guard.tsx'
import { BrokenRulesNotice } from './broken-rules-notice.tsx'
import type { ContentHandle } from './content-handle.ts'
import { DetailsDrawer, useDetailsDrawer } from './details-drawer.tsx'
import { EditorBar } from './editor-bar.tsx'
import type { EditorKind } from './editor-kind.ts'
import { editorShortcuts } from './editor-shortcuts.ts'
import { editedFields, type FieldName } from './post-fields.ts'
import { type PostForm, useFieldValue } from './post-form.ts'
import { PublishedNotice } from './published-notice.tsx'
import { UnsavedDraftNotice, useLocalDrafts } from './unsaved-draft-notice.tsx'
import { useDerivedFields } from './use-derived-fields.ts'
import { useFocusMode } from './use-focus-mode.ts'
import { useGiftQuestion } from './use-gift-question.tsx'
import { useMissingQuestion } from './use-missing-question.tsx'
import { usePostDeletion } from './use-post-deletion.tsx'
import { usePostEditing } from './use-post-editing.ts'
import { type VersionDialog, VersionDialogs } from './version-dialogs.tsx'
import { WritingFields } from './writing-fields.tsx'

type PostEditorProps = {
  kind: EditorKind
  post: EditablePost | undefined
  onCreated: (id: number) => void
  onStartNew: () => void
}

/** The editor of one post: status bar, text and the drawer with the details. */
export function PostEditor({ kind, post, onCreated, onStartNew }: PostEditorProps) {
  const { data: site } = useQuery(useQueries().site())
  const brand = site?.brand ?? ''
  const { query, navigate } = useRouter()
  const isComparing = query.has('compare')
  const [dialog, setDialog] = useState<VersionDialog | undefined>(
    isComparing && hasWorkingCopy(post) ? 'changes' : undefined,
  )
  /** The date before a publication that is announced. */
  const [dateBefore, setDateBefore] = useState<string | null>()
  const drawer = useDetailsDrawer()
  const text = useRef<HTMLDivElement>(null)
  const content = useRef<ContentHandle>(null)
  const focusMode = useFocusMode(text)
  const reveal = (names: FieldName[]) => {
    if (names.length > 0) flushSync(() => drawer.reveal(names))
  }
  const { editing: labelled, dialog: giftQuestion } = useGiftQuestion(
    usePostEditing({
      kind,
      post,
      brand,
      onCreated: (id) => leave.bypass(() => onCreated(id)),
      onEmptied: () => leave.bypass(onStartNew),
      onConflict: () => setDialog('conflict'),
      onPublished: setDateBefore,
      onInvalid: reveal,
    }),
  )
  const { editing, dialog: missingQuestion } = useMissingQuestion(labelled, { brand, reveal: (name) => reveal([name]) })
  const { form, id, isNew, stored, status } = editing
  const { Notice } = kind
  const leave = useLeaveGuard(
    editing.isUnsaved,
    'Your latest changes have not reached the server yet. This browser keeps them and offers them when you come back.',
    // Leaving sends them, unless that has failed already.
    status.kind === 'idle' || status.kind === 'autosaving',
  )
  const localDrafts = useLocalDrafts(editing.autosave, id ?? null, stored ? editedFields(stored) : undefined)
  const derived = useDerivedFields({ kind, form, stored, brand })
  const deletion = usePostDeletion(kind, () => leave.bypass(onStartNew))
  const closeDialog = () => {
    setDialog(undefined)
    localDrafts.refresh()
    if (isComparing && id !== undefined) leave.bypass(() => navigate(kind.editHref(id), { replace: true, stay: true }))
  }
  const heading = `${isNew ? 'New' : 'Edit'} ${kind.noun}`
  const published = dateBefore !== undefined && stored && stored.status !== 'draft' ? stored : undefined
  const publicHref = published && kind.publicHref?.(published.slug)
  const undoPublication = () => {
    form.setValue('publishedAt', dateBefore ?? null)
    void editing.save()
  }

  return (
    <form
      noValidate
      aria-label={heading}
      onSubmit={(event) => {
        event.preventDefault()
        void editing.save()
      }}
      onKeyDownCapture={(event) => handleSaveKey(event, () => void editing.save())}
      onKeyDown={(event) => handleKey(event, () => void editing.saveDraft())}
      className="min-w-0"
    >
      <h2 className="sr-only">{heading}</h2>
      <EditorName form={form} unnamed={isNew ? kind.newLabel : undefined} />
      <div inert={drawer.isCovering} className="contents">
        <EditorBar
          editing={editing}
          isDrawerOpen={drawer.isOpen}
          drawerButton={drawer.button}
          onToggleDrawer={drawer.toggle}
          onFocusMode={focusMode.enter}
          onResolve={() => setDialog('conflict')}
          onCompare={() => setDialog('changes')}
          onDiscard={() => setDialog('discard')}
          onRevisions={() => setDialog('revisions')}
          onPreviewLinks={() => setDialog('preview-links')}
          onNew={() => leave.confirm(onStartNew)}
          onDelete={() => id !== undefined && deletion.confirmDeletion([{ id, title: titleOf(form.getValues()) }])}
        />
        {published && publicHref && (
          <PublishedNotice
            kind={kind}
            post={published}
            href={publicHref}
            isMailed={editing.isMailed}
            onUndo={undoPublication}
            onClose={() => setDateBefore(undefined)}
          />
        )}
        <Suspense fallback={null}>
          {Notice && id !== undefined && <Notice id={id} version={stored?.version} flush={editing.flush} />}
        </Suspense>
        <UnsavedDraftNotice localDrafts={localDrafts} editing={editing} />
      </div>
      <FieldRules value={kind.input}>
        <div
          className={`grid items-start gap-6 grid-cols-[minmax(0,1fr)] ${drawer.isOpen ? 'xl:grid-cols-[minmax(0,1fr)_17rem]' : ''}`}
        >
          <TextArea ref={text} isCovered={drawer.isCovering} focusMode={focusMode}>
            <WritingFields
              kind={kind}
              form={form}
              isFocused={post === undefined}
              stored={stored}
              derived={derived}
              content={content}
            />
            {kind.fields.publish && <BrokenRulesNotice id={id} isStored={!editing.isUnsaved} />}
          </TextArea>
          <DetailsDrawer editing={editing} drawer={drawer} content={content} />
        </div>
      </FieldRules>
      <p aria-live="polite" className="sr-only">
        {focusMode.announcement}
      </p>
      {leave.dialog}
      {deletion.dialog}
      {giftQuestion}
      {missingQuestion}
      <VersionDialogs open={dialog} editing={editing} onOpen={setDialog} onClose={closeDialog} />
    </form>
  )
}

type TextAreaProps = {
  ref: RefObject<HTMLDivElement | null>
  isCovered: boolean
  focusMode: ReturnType<typeof useFocusMode>
  children: ReactNode
}

/** The text, which covers the whole page in focus mode. */
function TextArea({ ref, isCovered, focusMode, children }: TextAreaProps) {
  const { isOn, leave } = focusMode
  return (
    <div ref={ref} inert={isCovered} className={isOn ? 'focus-mode' : 'min-w-0'}>
      {isOn && (
        <div className="flex justify-end p-2">
          <ToolButton tone="quiet" onClick={leave}>
            <X aria-hidden="true" className="size-4" />
            Leave focus mode
          </ToolButton>
        </div>
      )}
      {children}
    </div>
  )
}

const hasWorkingCopy = (post: EditablePost | undefined) =>
  post !== undefined && post.status !== 'draft' && post.draft !== null

/** Names the document by the title as it is typed; rendered apart, so that a key renders no more than that. */
function EditorName({ form, unnamed }: { form: PostForm; unnamed: string | undefined }) {
  const title = useFieldValue(form, 'title')
  useOpenedName(title.trim() || (unnamed ?? 'Untitled'))
  return null
}

const titleOf = ({ title }: { title: string }) => title.trim() || 'Untitled'

/** Ctrl+Enter does what the button 'Save' says, before the text takes it for a line break. */
function handleSaveKey(event: KeyboardEvent, save: () => void): void {
  if (!isPressed(event, editorShortcuts.save)) return
  if (event.target instanceof Element && event.target.closest('dialog')) return
  event.preventDefault()
  event.stopPropagation()
  save()
}

function handleKey(event: KeyboardEvent, saveDraft: () => void): void {
  // Enter in a single-line field must not save and publish the post.
  const isOwnField = event.target instanceof HTMLInputElement && event.target.form === event.currentTarget
  if (event.key === 'Enter' && isOwnField) event.preventDefault()
  if (!isPressed(event, editorShortcuts.saveDraft)) return
  event.preventDefault()
  saveDraft()
}
