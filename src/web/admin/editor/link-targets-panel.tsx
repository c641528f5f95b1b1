import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import type { LinkTarget } from '../../../contract/content/link-targets.ts'
import { linkTargetsQuery } from '../../data/owner/posts.ts'
import { postHref } from '../../hrefs.ts'
import { LoadFailure } from '../kit/load-failure.tsx'
import { Panel } from '../kit/panel.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useSeen } from '../kit/use-seen.ts'
import type { ContentHandle } from './content-handle.ts'
import { linkedSlugsOf, reasonOf } from './link-targets.ts'
import type { PostEditing } from './use-post-editing.ts'
import { useSettled } from './use-settled.ts'

type LinkTargetsPanelProps = { editing: PostEditing; content: RefObject<ContentHandle | null> }

/** Articles of the owner to which the text could link, each with a button that adds the link to the text. */
export function LinkTargetsPanel({ editing, content }: LinkTargetsPanelProps) {
  const { form, id, isUnsaved } = editing
  const panel = useRef<HTMLDivElement>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const isSeen = useSeen(panel)
  // Looked for again whenever the text has been stored.
  const query = useQuery({
    ...linkTargetsQuery(id ?? 0),
    enabled: id !== undefined && isSeen && !isUnsaved,
    staleTime: 0,
    retry: false,
  })
  const [message, setMessage] = useState('')
  useSettled(form, linkedSlugsOf)
  // Not the settled ones: a link that was just added hides its row at once.
  const linked = new Set(linkedSlugsOf(form.getValues('content')))
  const rows = query.data?.filter(({ slug }) => !linked.has(slug))
  const add = ({ title, slug, words }: LinkTarget) => {
    const isOnWords = content.current?.insertLink({ href: postHref(slug), title, words }) ?? false
    setMessage(isOnWords ? `“${words}” leads to “${title}” now.` : `A link to “${title}” stands in the text now.`)
    // The text is out of reach while the details cover it.
    if (document.activeElement?.closest('#post-details')) status.current?.focus()
  }
  return (
    <Panel title="Links to add" description="Articles of yours that fit this text." className="md:p-4!">
      <div ref={panel}>
        <p
          ref={status}
          role="status"
          tabIndex={-1}
          className="text-sm wrap-anywhere text-ink-soft outline-offset-4 not-empty:mb-3"
        >
          {message}
        </p>
        <LoadFailure query={query}>The articles could not be loaded.</LoadFailure>
        {rows ? (
          <Targets rows={rows} onAdd={add} />
        ) : (
          !query.isError && (
            <p className="text-sm text-ink-soft">
              {id === undefined ? 'They appear here as soon as the text has its first words.' : 'Looking for articles…'}
            </p>
          )
        )}
      </div>
    </Panel>
  )
}

function Targets({ rows, onAdd }: { rows: LinkTarget[]; onAdd: (target: LinkTarget) => void }) {
  if (rows.length === 0)
    return (
      <p className="text-sm text-ink-soft">
        No further article shares products, ingredients or words with this text. What you write is compared as you go.
      </p>
    )
  return (
    <ul className="divide-y divide-line">
      {rows.map((target) => (
        <li key={target.id} className="py-3 first:pt-0 last:pb-0">
          <a
            href={postHref(target.slug)}
            target="_blank"
            rel="noopener"
            dir="auto"
            className="block text-sm leading-snug font-semibold wrap-anywhere text-accent-darker underline-offset-4 hover:underline"
          >
            {target.title}
          </a>
          <p className="mt-1 text-xs leading-relaxed wrap-anywhere text-ink-soft">
            {reasonOf(target)}
            {target.words !== null && (
              <>
                {' '}
                On the words <q className="font-semibold text-ink">{target.words}</q>.
              </>
            )}
          </p>
          <ToolButton className="mt-2" aria-label={`Add the link to ${target.title}`} onClick={() => onAdd(target)}>
            <Link2 aria-hidden="true" className="size-4" />
            Add link
          </ToolButton>
        </li>
      ))}
    </ul>
  )
}
