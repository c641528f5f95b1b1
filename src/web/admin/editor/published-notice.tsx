import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { EditablePost } from '../../../contract/content/posts.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { IconButton, ToolButton, toolClass } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { useNow } from '../kit/use-now.ts'
import { copyText } from './copy-text.ts'
import type { EditorKind } from './editor-kind.ts'
import { statusOf } from './publish-date.ts'
import { nextChange } from './save-verb.tsx'

type PublishedNoticeProps = {
  kind: EditorKind
  /** As it is stored. */
  post: EditablePost
  href: string
  isMailed: boolean
  /** Takes the publication back. */
  onUndo: () => void
  onClose: () => void
}

/** The address of a post that was just published or scheduled. */
export function PublishedNotice(props: PublishedNoticeProps) {
  const { kind, post, href, isMailed, onUndo, onClose } = props
  const { AfterPublishing } = kind
  const dates = useDates()
  const { publishedAt } = post
  const now = useNow((at) => nextChange({ publishedAt, savedAt: null, now: at }))
  const address = new URL(href, window.location.origin).href
  const isLive = statusOf(publishedAt, now) === 'published'
  const copy = async () => toast(await copyText(address, adminMessages.postAddressCopied))
  return (
    <section
      aria-label="Published"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-good/40 bg-good-pale px-4 py-2 text-sm"
    >
      <p role="status" className="min-w-0 grow basis-56">
        <strong>{isLive ? 'It is on your site:' : `It goes online on ${dates.moment(publishedAt!)}:`}</strong>{' '}
        <span className="wrap-anywhere select-all">{address}</span>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <UndoButton key={post.status} onUndo={onUndo} />
        {isLive && (
          <a href={href} target="_blank" rel="noopener" className={toolClass()}>
            Open
          </a>
        )}
        <ToolButton onClick={() => void copy()}>Copy address</ToolButton>
        {AfterPublishing && <AfterPublishing post={post} isMailed={isMailed} />}
        <IconButton label="Close" onClick={onClose}>
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
    </section>
  )
}

const UNDO_MS = 10_000

/** Stays for ten seconds, and as long as it has the focus. */
function UndoButton({ onUndo }: { onUndo: () => void }) {
  const [isOver, setIsOver] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), UNDO_MS)
    return () => clearTimeout(timer)
  }, [])
  if (isOver && !isFocused) return null
  return (
    <ToolButton onFocus={() => setIsFocused(true)} onBlur={() => setIsFocused(false)} onClick={onUndo}>
      Undo
    </ToolButton>
  )
}
