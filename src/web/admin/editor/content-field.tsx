import { type Ref, useDeferredValue, useId, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { controlClass } from '../kit/form-fields.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { ClaimsNotice } from './claims-notice.tsx'
import { readableText } from './field-labels.ts'
import { LinkQuestion } from './link-question.tsx'
import { PicturesElsewhereNotice } from './pictures-elsewhere-notice.tsx'
import { RichText } from './rich/rich-text.tsx'
import { roundTrip } from './rich/serialize-html.ts'
import { removedMarkup, unsupportedMarkup } from './rich/unsupported-markup.ts'

type ContentFieldProps = {
  value: string
  onChange: (html: string) => void
  handle: Ref<{ focus: () => void }>
  error: string | undefined
}

/** The content of the post, in the visual editor or as HTML source. */
export function ContentField({ value, onChange, handle, error }: ContentFieldProps) {
  const messageId = useId()
  const field = useRef<{ focus: () => void }>(null)
  const view = useContentView(value, onChange)
  useImperativeHandle(handle, () => ({ focus: () => field.current?.focus() }), [])

  return (
    <>
      {view.isSource ? (
        <HtmlSource
          value={value}
          onChange={onChange}
          handle={field}
          messageId={messageId}
          unsupported={view.unsupported}
          onLeave={view.leaveSource}
        />
      ) : (
        <RichText
          value={value}
          onChange={view.change}
          handle={field}
          isInvalid={Boolean(error)}
          messageId={messageId}
          onShowSource={view.showSource}
        />
      )}
      <PicturesElsewhereNotice html={value} onChange={view.isSource ? onChange : undefined} />
      <LinkQuestion html={value} />
      <ClaimsNotice html={value} />
      <footer className="flex flex-wrap justify-between gap-x-4 border-t border-line px-4 py-2 text-sm md:px-8">
        <p id={messageId} className="font-medium text-alert-deep">
          {error}
        </p>
        <WordCount html={value} />
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
function useContentView(value: string, onChange: (html: string) => void) {
  const [isSource, setIsSource] = useState(false)
  /** The HTML that was last checked or produced by the visual editor, and its unsupported markup. */
  const [checked, setChecked] = useState<{ html: string; unsupported: string[] }>({ html: '', unsupported: [] })
  const [toConfirm, setToConfirm] = useState<string[]>()

  if (!isSource && value !== checked.html) {
    const unsupported = unsupportedMarkup(value)
    setChecked({ html: value, unsupported })
    if (unsupported.length > 0) setIsSource(true)
  }

  const change = (html: string) => {
    setChecked({ html, unsupported: [] })
    onChange(html)
  }
  return {
    isSource,
    unsupported: checked.unsupported,
    toConfirm,
    change,
    showSource: () => setIsSource(true),
    leaveSource() {
      const unsupported = unsupportedMarkup(value)
      if (unsupported.length > 0) setToConfirm(unsupported)
      else setIsSource(false)
    },
    confirm() {
      setToConfirm(undefined)
      change(roundTrip(value))
      setIsSource(false)
    },
    cancel: () => setToConfirm(undefined),
  }
}

type HtmlSourceProps = {
  value: string
  onChange: (html: string) => void
  handle: Ref<{ focus: () => void }>
  messageId: string
  /** The markup that the visual editor would drop. */
  unsupported: string[]
  onLeave: () => void
}

function HtmlSource({ value, onChange, handle, messageId, unsupported, onLeave }: HtmlSourceProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(handle, () => ({ focus: () => area.current?.focus() }), [])
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
      <RemovedMarkup html={value} />
      <textarea
        ref={area}
        dir="auto"
        aria-label="Content as HTML"
        aria-describedby={messageId}
        spellCheck={false}
        rows={24}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`${controlClass} font-mono text-sm leading-relaxed`}
      />
    </div>
  )
}

/** Names what a save removes while it is typed. */
function RemovedMarkup({ html }: { html: string }) {
  const deferred = useDeferredValue(html)
  const removed = useMemo(() => removedMarkup(deferred), [deferred])
  return (
    <p role="status" className="text-sm font-medium text-alert-deep">
      {removed.length > 0 && `Removed when you save: ${formatList(removed)}.`}
    </p>
  )
}

function WordCount({ html }: { html: string }) {
  const deferred = useDeferredValue(html)
  return <p className="ml-auto text-ink-soft tabular-nums">{formatLength(readableText(deferred))}</p>
}

function formatList(items: string[]): string {
  return new Intl.ListFormat('en-US').format(items)
}

const WORDS_PER_MINUTE = 220

/** '1,240 words · 6 min read' */
function formatLength(text: string): string {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  if (words === 0) return '0 words'
  const minutes = Math.max(1, Math.round(words / WORDS_PER_MINUTE))
  return `${words.toLocaleString('en-US')} ${words === 1 ? 'word' : 'words'} · ${minutes} min read`
}
