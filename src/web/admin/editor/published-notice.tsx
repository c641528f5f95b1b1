import { X } from 'lucide-react'
import type { EditablePost } from '../../../contract/content/posts.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { IconButton, ToolButton, toolClass } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { copyText } from './copy-text.ts'
import type { EditorKind } from './editor-kind.ts'

type PublishedNoticeProps = { kind: EditorKind; post: EditablePost; href: string; onClose: () => void }

/** The address of a post that was just published or scheduled. */
export function PublishedNotice({ kind: { AfterPublishing }, post, href, onClose }: PublishedNoticeProps) {
  const dates = useDates()
  const address = new URL(href, window.location.origin).href
  const isLive = post.status === 'published'
  const copy = async () => toast(await copyText(address, adminMessages.postAddressCopied))
  return (
    <section
      aria-label="Published"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-good/40 bg-good-pale px-4 py-2 text-sm"
    >
      <p role="status" className="min-w-0 grow basis-56">
        <strong>{isLive ? 'It is on your site:' : `It goes online on ${dates.moment(post.publishedAt!)}:`}</strong>{' '}
        <span className="wrap-anywhere select-all">{address}</span>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {isLive && (
          <a href={href} target="_blank" rel="noopener" className={toolClass()}>
            Open
          </a>
        )}
        <ToolButton onClick={() => void copy()}>Copy address</ToolButton>
        {AfterPublishing && <AfterPublishing post={post} />}
        <IconButton label="Close" onClick={onClose}>
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
    </section>
  )
}
