import { type Ref, useDeferredValue, useId, useImperativeHandle, useRef, useState } from 'react'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { controlClass } from '../kit/form-fields.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { readableText } from './field-labels.ts'
import { lengthWords } from './reading-time.ts'
import { RichText } from './rich/rich-text.tsx'
import { roundTrip } from './rich/serialize-html.ts'
import { unsupportedMarkup } from './rich/unsupported-markup.ts'

type ContentFieldProps = {
  value: string
  onChange: (html: string) => void
  handle: Ref<{ focus: () => void }>
  error: string | undefined
}

/**
 * The body of the post: seen as it will be read, or as its HTML. HTML that the visual editor would lose something of stays
 * HTML until the owner has been told what that is.
 */
export function ContentField({ value, onChange, handle, error }: ContentFieldProps) {
  const messageId = useId()
  const field = useRef<{ focus: () => void }>(null)
  const [isSource, setIsSource] = useState(false)
  /** What the visual editor holds, and what it would have lost of it. */
  const [seen, setSeen] = useState<{ html: string; losses: string[] }>({ html: '', losses: [] })
  const [question, setQuestion] = useState<string[]>()
  useImperativeHandle(handle, () => ({ focus: () => field.current?.focus() }), [])

  const show = (html: string) => {
    const losses = unsupportedMarkup(html)
    setSeen({ html, losses })
    return losses
  }
  if (!isSource && value !== seen.html && show(value).length > 0) setIsSource(true)

  const change = (html: string) => {
    setSeen({ html, losses: [] })
    onChange(html)
  }
  const leaveSource = () => {
    const losses = unsupportedMarkup(value)
    if (losses.length > 0) setQuestion(losses)
    else setIsSource(false)
  }
  const acceptLosses = () => {
    setQuestion(undefined)
    change(roundTrip(value))
    setIsSource(false)
  }

  return (
    <>
      {isSource ? (
        <Source
          value={value}
          onChange={onChange}
          handle={field}
          messageId={messageId}
          losses={seen.losses}
          onLeave={leaveSource}
        />
      ) : (
        <RichText
          value={value}
          onChange={change}
          handle={field}
          isInvalid={Boolean(error)}
          messageId={messageId}
          onShowSource={() => setIsSource(true)}
        />
      )}
      <footer className="flex flex-wrap justify-between gap-x-4 border-t border-line px-4 py-2 text-sm md:px-8">
        <p id={messageId} className="font-medium text-alert-deep">
          {error}
        </p>
        <WordCount html={value} />
      </footer>
      <ConfirmDialog
        isOpen={question !== undefined}
        title="Some of this HTML would be lost"
        confirmLabel="Switch and lose it"
        onConfirm={acceptLosses}
        onClose={() => setQuestion(undefined)}
      >
        <p>The visual editor cannot hold {listed(question ?? [])}. In the HTML view it stays as it is.</p>
      </ConfirmDialog>
    </>
  )
}

type SourceProps = {
  value: string
  onChange: (html: string) => void
  handle: Ref<{ focus: () => void }>
  messageId: string
  /** Why the text is not shown in the visual editor. */
  losses: string[]
  onLeave: () => void
}

function Source({ value, onChange, handle, messageId, losses, onLeave }: SourceProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(handle, () => ({ focus: () => area.current?.focus() }), [])
  return (
    <div className="mt-5 border-t border-line px-4 py-3 md:px-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-ink-soft">
          {losses.length > 0
            ? `Shown as HTML, so that nothing is lost: the visual editor cannot hold ${listed(losses)}.`
            : 'HTML. What could run on your site is removed when you save.'}
        </p>
        <ToolButton onClick={onLeave}>Visual editor</ToolButton>
      </div>
      <textarea
        ref={area}
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

function WordCount({ html }: { html: string }) {
  // Counting may lag behind the keys.
  const settled = useDeferredValue(html)
  return <p className="ml-auto text-ink-soft tabular-nums">{lengthWords(readableText(settled))}</p>
}

function listed(losses: string[]): string {
  return new Intl.ListFormat('en-US').format(losses)
}
