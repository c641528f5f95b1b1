import { ExternalLink } from 'lucide-react'
import type { OwnerPostSummary } from '../../../contract/content/posts.ts'
import { postHref } from '../../hrefs.ts'
import { Link, useRouter } from '../../lib/router.tsx'
import { PostState } from '../editor/post-state.tsx'
import { Menu, MenuItem, MenuSeparator } from '../kit/menu.tsx'
import { StatusBadge } from '../kit/status-badge.tsx'
import type { Column } from '../kit/table-parts.tsx'
import { deletedColumn, TrashMenu } from '../kit/trash.tsx'
import { useDates } from '../kit/use-dates.ts'
import { chosenRow } from '../kit/use-selection.ts'
import { preloadEditor } from '../text-editor.tsx'
import { postKind, templateKind } from './post-kind.tsx'
import { type PostListView, titleOf } from './post-list-view.ts'
import type { PostActions } from './use-post-actions.tsx'

type ColumnOptions = { view: PostListView; actions: PostActions }

export function usePostColumns({ view, actions }: ColumnOptions): Column<OwnerPostSummary>[] {
  const dates = useDates()
  const { editHref } = view === 'templates' ? templateKind : postKind
  const title: Column<OwnerPostSummary> = {
    key: 'title',
    header: 'Title',
    isSortable: true,
    cell: (post) =>
      view === 'trash' ? (
        <span dir="auto" className="inline-block py-1 wrap-anywhere">
          {titleOf(post)}
        </span>
      ) : (
        <Link
          href={editHref(post.id)}
          dir="auto"
          onMouseOver={preloadEditor}
          className="inline-block py-1 wrap-anywhere text-ink max-md:min-w-10 max-md:py-2.5 underline-offset-4 hover:text-accent-darker hover:underline"
        >
          {titleOf(post)}
        </Link>
      ),
  }
  const category: Column<OwnerPostSummary> = {
    key: 'category',
    header: 'Category',
    className: 'md:w-40',
    cell: (post) => <span className="text-ink-soft">{post.categoryName ?? '–'}</span>,
  }
  const day = (key: string, header: string, text: (post: OwnerPostSummary) => string): Column<OwnerPostSummary> => ({
    key,
    header,
    className: 'md:w-40',
    cell: (post) => <span className="whitespace-nowrap text-ink-soft">{text(post)}</span>,
  })
  const menu: Column<OwnerPostSummary> = {
    key: 'actions',
    header: 'Actions',
    isHiddenOnPhone: true,
    className: 'md:w-20',
    cell: (post) => <RowMenu post={post} view={view} editHref={editHref(post.id)} actions={actions} />,
  }
  const updated = { ...day('updatedAt', 'Updated', (post) => dates.day(post.updatedAt)), isSortable: true }
  if (view === 'trash') return [title, category, deletedColumn, menu]
  if (view === 'templates') return [title, category, updated, menu]
  return [
    title,
    { key: 'status', header: 'Status', className: 'md:w-32', cell: (post) => <Status post={post} /> },
    category,
    {
      ...day('publishedAt', 'Published', ({ publishedAt }) => (publishedAt ? dates.day(publishedAt) : 'Draft')),
      isSortable: true,
    },
    { ...updated, isHiddenOnPhone: true },
    menu,
  ]
}

function Status({ post }: { post: OwnerPostSummary }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <PostState status={post.status} />
      {post.hasUnpublishedChanges && <StatusBadge tone="waiting">Unpublished changes</StatusBadge>}
    </span>
  )
}

type RowMenuProps = { post: OwnerPostSummary; view: PostListView; editHref: string; actions: PostActions }

function RowMenu({ post, view, editHref, actions }: RowMenuProps) {
  const { navigate } = useRouter()
  if (view === 'trash')
    return (
      <TrashMenu
        name={titleOf(post)}
        onRestore={() => actions.restore(chosenRow(post), post)}
        onDeleteForGood={() => actions.deleteForGood(post)}
      />
    )
  return (
    <Menu label={`Actions for ${titleOf(post)}`}>
      {view === 'templates' && <MenuItem onSelect={() => actions.duplicate(post, 'post')}>New post from this</MenuItem>}
      <MenuItem onSelect={() => navigate(editHref)}>Edit</MenuItem>
      {post.status === 'published' && (
        <MenuItem onSelect={() => window.open(postHref(post.slug), '_blank', 'noopener')}>
          View on site
          <ExternalLink aria-hidden="true" className="size-4 text-ink-faint" />
        </MenuItem>
      )}
      {view === 'posts' && <MenuItem onSelect={() => actions.sendAsNewsletter(post)}>Send as newsletter</MenuItem>}
      {view === 'posts' && <MenuItem onSelect={() => actions.duplicate(post, 'post')}>Duplicate</MenuItem>}
      {view === 'posts' && <MenuItem onSelect={() => actions.duplicate(post, 'template')}>Save as template</MenuItem>}
      {post.hasUnpublishedChanges && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => navigate(`/admin/posts/${post.id}?compare=1`)}>
            Compare unpublished changes
          </MenuItem>
          <MenuItem danger onSelect={() => actions.discardChanges(post)}>
            Discard unpublished changes
          </MenuItem>
        </>
      )}
      <MenuSeparator />
      <MenuItem danger onSelect={() => actions.confirmDeletion([post])}>
        Delete
      </MenuItem>
    </Menu>
  )
}
