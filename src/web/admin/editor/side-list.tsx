import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown, List, Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { OwnerPostSummary, PostStatus } from '../../../contract/content/posts.ts'
import { ownerPostPages } from '../../data/owner/posts.ts'
import { Link } from '../../lib/router.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { controlClass } from '../kit/form-fields.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import type { EditorKind } from './editor-kind.ts'
import { statusFilterOptions } from './post-state.tsx'

type SideListProps = { kind: EditorKind; currentId: number | undefined; isOpen: boolean; onToggle: () => void }

/** Navigation between the texts of a kind; next to the editor on a wide screen, above it on a narrow one. */
export function SideList({ kind, currentId, isOpen, onToggle }: SideListProps) {
  const [q, setQ] = useState('')
  const [status, setStatus] = useState<PostStatus | ''>('')
  return (
    <nav
      aria-label={`${kind.noun.charAt(0).toUpperCase()}${kind.noun.slice(1)}s`}
      className="min-w-0 lg:sticky lg:top-4"
    >
      <div className="flex items-center justify-between gap-2">
        <Link
          href={kind.listHref}
          className="inline-flex min-h-10 items-center gap-2 rounded-md text-sm font-semibold text-accent-darker underline-offset-4 hover:underline"
        >
          <List aria-hidden="true" className="size-4" />
          {kind.listLabel}
        </Link>
        <ToolButton
          tone="quiet"
          className="lg:px-2"
          data-tooltip={`Other ${kind.noun}s`}
          aria-expanded={isOpen}
          aria-controls="side-list"
          onClick={onToggle}
        >
          <span className={isOpen ? 'lg:sr-only' : ''}>{`Other ${kind.noun}s`}</span>
          <ChevronDown aria-hidden="true" className={`size-4 transition-transform ${isOpen ? 'rotate-180' : ''}`} />
        </ToolButton>
      </div>
      <div
        id="side-list"
        hidden={!isOpen}
        className="mt-1 flex max-h-[600px] flex-col rounded-card border border-line bg-white"
      >
        <Filters noun={kind.noun} q={q} status={status} onQuery={setQ} onStatus={setStatus} />
        <Rows kind={kind} q={useDeferredValue(q.trim())} status={status} currentId={currentId} />
      </div>
    </nav>
  )
}

type FiltersProps = {
  noun: string
  q: string
  status: PostStatus | ''
  onQuery: (q: string) => void
  onStatus: (status: PostStatus | '') => void
}

function Filters({ noun, q, status, onQuery, onStatus }: FiltersProps) {
  return (
    <div className="space-y-2 border-b border-line p-2">
      <div className="relative">
        <Search aria-hidden="true" className="pointer-events-none absolute top-3 left-3 size-4 text-ink-faint" />
        <input
          type="search"
          aria-label={`Find a ${noun}`}
          placeholder={`Find a ${noun}`}
          maxLength={200}
          value={q}
          onChange={(event) => onQuery(event.target.value)}
          className={`${controlClass} pl-9`}
        />
      </div>
      <select
        aria-label="Status"
        value={status}
        onChange={(event) => onStatus(toStatus(event.target.value))}
        className={`${controlClass} pr-8`}
      >
        {statusFilterOptions.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}

const toStatus = (value: string) => statusFilterOptions.find(([status]) => status === value)?.[0] ?? ''

type RowsProps = { kind: EditorKind; q: string; status: PostStatus | ''; currentId: number | undefined }

function Rows({ kind, q, status, currentId }: RowsProps) {
  const posts = useInfiniteQuery({
    ...ownerPostPages({ kind: kind.kind, q: q || undefined, status: status || undefined }),
    placeholderData: (before) => before,
  })
  if (posts.isPending) return <RowSkeletons />
  const rows = posts.data?.pages.flatMap((page) => page.items)
  return (
    <>
      {posts.isError && (
        <p role="alert" className="p-3 text-sm text-alert-deep">
          The list could not be loaded.{' '}
          <button type="button" className="min-h-10 underline" onClick={() => void posts.refetch()}>
            Try again
          </button>
        </p>
      )}
      {rows?.length === 0 && (
        <p className="p-3 text-sm text-ink-soft">{q || status ? 'Nothing matches.' : `No ${kind.noun}s yet.`}</p>
      )}
      {rows && rows.length > 0 && <LoadedRows kind={kind} posts={posts} rows={rows} currentId={currentId} />}
    </>
  )
}

type LoadedRowsProps = {
  kind: EditorKind
  posts: UseInfiniteQueryResult
  rows: OwnerPostSummary[]
  currentId: number | undefined
}

function LoadedRows({ kind, posts, rows, currentId }: LoadedRowsProps) {
  return (
    <ul className="overflow-y-auto overscroll-contain p-1" aria-busy={posts.isFetching}>
      {rows.map((post) => (
        <Row key={post.id} href={kind.editHref(post.id)} post={post} isCurrent={post.id === currentId} />
      ))}
      {posts.hasNextPage && (
        <li>
          <ToolButton
            tone="quiet"
            className="w-full"
            disabled={posts.isFetchingNextPage}
            onClick={() => void posts.fetchNextPage()}
          >
            {posts.isFetchingNextPage ? 'Loading...' : 'Show more'}
          </ToolButton>
        </li>
      )}
    </ul>
  )
}

function Row({ href, post, isCurrent }: { href: string; post: OwnerPostSummary; isCurrent: boolean }) {
  const dates = useDates()
  const date = post.publishedAt && dates.day(post.publishedAt)
  return (
    <li>
      <Link
        href={href}
        aria-current={isCurrent ? 'page' : undefined}
        className={`block rounded-lg px-2.5 py-2 hover:bg-cream ${isCurrent ? 'bg-cream' : ''}`}
      >
        <span dir="auto" className="line-clamp-2 text-sm leading-snug font-medium wrap-anywhere text-ink">
          {post.title.trim() || 'Untitled'}
        </span>
        <span className="mt-0.5 block text-xs text-ink-soft">
          {post.status === 'draft' && 'Draft'}
          {post.status === 'scheduled' && (
            <>
              <span className="font-semibold text-accent-darker">Scheduled</span> · {date}
            </>
          )}
          {post.status === 'published' && date}
          {post.hasUnpublishedChanges && (
            <>
              {' '}
              · <span className="font-semibold text-accent-darker">Unpublished changes</span>
            </>
          )}
        </span>
      </Link>
    </li>
  )
}

function RowSkeletons() {
  return (
    <div role="status" className="space-y-3 p-3">
      <span className="sr-only">Loading posts…</span>
      {['one', 'two', 'three', 'four', 'five', 'six'].map((name) => (
        <Skeleton key={name} className="h-10 w-full" />
      ))}
    </div>
  )
}
