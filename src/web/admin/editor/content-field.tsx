import { type Ref, type RefObject, useCallback, useId, useImperativeHandle, useRef, useState } from 'react'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { controlClass } from '../kit/form-fields.tsx'
import { insertAtCursor } from '../kit/insert-at-cursor.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { ClaimsNotice } from './claims-notice.tsx'
import type { ContentHandle } from './content-handle.ts'
import type { EditorKind } from './editor-kind.ts'
import { readableText } from './field-labels.ts'
import { LinkQuestion } from './link-question.tsx'
import { PicturesElsewhereNotice } from './pictures-elsewhere-notice.tsx'
import { type PostForm, useFieldError } from './post-form.ts'
import { RichText } from './rich/rich-text.tsx'
import { roundTrip } from './rich/serialize-html.ts'
import { removedMarkup, unsupportedMarkup } from './rich/unsupported-markup.ts'
import { type ContentText, type ShownText, useContentText } from './use-content-text.ts'
import { useSettled } from './use-settled.ts'

type ContentFieldProps = {
  form: PostForm
  /** Set while one of the views is mounted. */
  handle: RefObject<ContentHandle | null>
  TextMenu?: EditorKind['TextMenu']
}

/** The content of the post, in the visual editor or as HTML source. */
export function ContentField({ form, handle: field, TextMenu }: ContentFieldProps) {
  const messageId = useId()
  const error = useFieldError(form, 'content')
  const text = useContentText(
    form,
    useCallback(() => field.current?.focus(), [field]),
  )
  const view = useContentView(text)
  const { html } = text.shown

  return (
    <>
      {view.isSource ? (
        <HtmlSource
          form={form}
          text={text}
          handle={field}
          messageId={messageId}
          unsupported={view.unsupported}
          onLeave={view.leaveSource}
        />
      ) : (
        <RichText
          text={text.shown}
          onChange={text.write}
          handle={field}
          isInvalid={Boolean(error)}
          messageId={messageId}
          onShowSource={view.showSource}
          TextMenu={TextMenu}
        />
      )}
      <PicturesElsewhereNotice form={form} source={view.isSource ? { html, onChange: text.show } : undefined} />
      <LinkQuestion form={form} />
      <ClaimsNotice form={form} />
      <footer className="flex flex-wrap justify-between gap-x-4 border-t border-line px-4 py-2 text-sm md:px-8">
        <p id={messageId} className="font-medium text-alert-deep">
          {error}
        </p>
        <WordCount form={form} />
      </footer>
      <ConfirmDialog
        isOpen={view.toConfirm !== undefined}
        title="Some of this HTML would be lost"
        confirmLabel="Switch and lose it"
        onConfirm={view.confirm}
        onClose={view.cancel}
      >
        <p>The visual editor cannot hold {formatList(view.toConfirm ?? [])}. In the HTML view it stays as it is.</p>
      </ConfirmDialog>
    </>
  )
}

/**
 * Switches between the visual editor and the source. HTML with markup that the visual editor would drop stays in the
 * source until the owner confirms the loss.
 */
function useContentView({ shown, show, refresh }: ContentText) {
  const [isSource, setIsSource] = useState(false)
  /** The text that was last checked, and its unsupported markup. */
  const [checked, setChecked] = useState<{ text?: ShownText; unsupported: string[] }>({ unsupported: [] })
  const [toConfirm, setToConfirm] = useState<string[]>()

  if (!isSource && shown !== checked.text) {
    const unsupported = unsupportedMarkup(shown.html)
    setChecked({ text: shown, unsupported })
    if (unsupported.length > 0) setIsSource(true)
  }

  return {
    isSource,
    unsupported: checked.unsupported,
    toConfirm,
    showSource: useCallback(() => {
      refresh()
      setIsSource(true)
    }, [refresh]),
    leaveSource() {
      const unsupported = unsupportedMarkup(shown.html)
      if (unsupported.length > 0) setToConfirm(unsupported)
      else setIsSource(false)
    },
    confirm() {
      setToConfirm(undefined)
      setChecked({ text: show(roundTrip(shown.html)), unsupported: [] })
      setIsSource(false)
    },
    cancel: () => setToConfirm(undefined),
  }
}

type HtmlSourceProps = {
  form: PostForm
  text: ContentText
  handle: Ref<ContentHandle>
  messageId: string
  /** The markup that the visual editor would drop. */
  unsupported: string[]
  onLeave: () => void
}

function HtmlSource({ form, text, handle, messageId, unsupported, onLeave }: HtmlSourceProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(
    handle,
    () => ({
      focus: () => area.current?.focus(),
      insertLink({ href, title }) {
        if (area.current) insertAtCursor(area.current, linkAsHtml(href, title))
        return false
      },
    }),
    [],
  )
  return (
    <div className="mt-5 border-t border-line px-4 py-3 md:px-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-ink-soft">
          {unsupported.length > 0
            ? `Shown as HTML, so that nothing is lost: the visual editor cannot hold ${formatList(unsupported)}.`
            : 'HTML. What could run on your site is removed when you save.'}
        </p>
        <ToolButton onClick={onLeave}>Visual editor</ToolButton>
      </div>
      <RemovedMarkup form={form} />
      <textarea
        ref={area}
        dir="auto"
        aria-label="Content as HTML"
        aria-describedby={messageId}
        spellCheck={false}
        rows={24}
        value={text.shown.html}
        onChange={(event) => text.show(event.target.value)}
        className={`${controlClass} font-mono text-sm leading-relaxed`}
      />
    </div>
  )
}

function linkAsHtml(href: string, title: string): string {
  const link = document.createElement('a')
  link.setAttribute('href', href)
  link.textContent = title
  return link.outerHTML
}

/** Names what a save removes while it is typed. */
function RemovedMarkup({ form }: { form: PostForm }) {
  const removed = useSettled(form, removedMarkup)
  return (
    <p role="status" className="text-sm font-medium text-alert-deep">
      {removed.length > 0 && `Removed when you save: ${formatList(removed)}.`}
    </p>
  )
}

function WordCount({ form }: { form: PostForm }) {
  return <p className="ml-auto text-ink-soft tabular-nums">{useSettled(form, lengthOf)}</p>
}

const list = new Intl.ListFormat('en-US')

function formatList(items: string[]): string {
  return list.format(items)
}

const WORDS_PER_MINUTE = 220

/** '1,240 words · 6 min read' */
function lengthOf(html: string): string {
  const words = readableText(html)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  if (words === 0) return '0 words'
  const minutes = Math.max(1, Math.round(words / WORDS_PER_MINUTE))
  return `${words.toLocaleString('en-US')} ${words === 1 ? 'word' : 'words'} · ${minutes} min read`
}
