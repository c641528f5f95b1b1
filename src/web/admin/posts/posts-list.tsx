import { useQuery } from '@tanstack/react-query'
import { Download, ExternalLink, Plus } from 'lucide-react'
import type { OwnerPostSummary } from '../../../contract/posts.ts'
import { ownerPostsQuery, postsFileHref } from '../../data/owner/posts.ts'
import { useQueries } from '../../environment.tsx'
import { postHref } from '../../hrefs.ts'
import { Link, useRouter } from '../../lib/router.tsx'
import { DataTable, keepPage } from '../kit/data-table.tsx'
import { ListFilter, ListToolbar } from '../kit/list-toolbar.tsx'
import { Menu, MenuItem } from '../kit/menu.tsx'
import { TabHeader } from '../kit/panel.tsx'
import type { Column } from '../kit/table-parts.tsx'
import { DownloadLink, ToolButton, ToolLink } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { useListState } from '../kit/use-list-state.ts'
import { useSelection } from '../kit/use-selection.ts'
import { PostState, statusFilterOptions } from './post-state.tsx'
import { usePostDeletion } from './use-post-deletion.tsx'

/** The list of all posts. `preloadEditor` is called when a post is hovered. */
export function PostsList({ preloadEditor }: { preloadEditor: () => void }) {
  const list = useListState(['status', 'categoryId'])
  const query = useQuery({ ...ownerPostsQuery(list.query), placeholderData: keepPage })
  const { data: categories } = useQuery(useQueries().categories())
  const rows = query.data?.items ?? []
  const selection = useSelection(rows.map((post) => post.id))
  const { confirmDeletion, dialog } = usePostDeletion(selection.clear)
  const columns = useColumns(preloadEditor, confirmDeletion)
  const chosen = rows.filter((post) => selection.has(post.id))
  return (
    <>
      <TabHeader title="Blog Posts">
        <ToolLink href="/admin/categories">Categories</ToolLink>
        <DownloadLink href={postsFileHref(list.query)}>
          <Download aria-hidden="true" className="size-4" />
          Export CSV
        </DownloadLink>
        <ToolLink href="/admin/posts/new" tone="primary" onMouseOver={preloadEditor}>
          <Plus aria-hidden="true" className="size-4" />
          New Post
        </ToolLink>
      </TabHeader>
      <ListToolbar list={list} searchLabel="Search posts">
        <ListFilter list={list} name="status" label="Status" options={statusFilterOptions} />
        <ListFilter
          list={list}
          name="categoryId"
          label="Category"
          options={[['', 'Every category'], ...(categories ?? []).map(({ id, name }) => [String(id), name] as const)]}
        />
      </ListToolbar>
      <DataTable
        label="Blog posts"
        columns={columns}
        query={query}
        list={list}
        rowName={(post) => post.title}
        selection={selection}
        bulkActions={
          <ToolButton tone="danger" onClick={() => confirmDeletion(chosen)}>
            Delete
          </ToolButton>
        }
        empty={
          <>
            <p>You have not written a post yet.</p>
            <ToolLink href="/admin/posts/new" tone="primary" className="mt-4">
              Write the first
            </ToolLink>
          </>
        }
        errorText="Your posts could not be loaded."
      />
      {dialog}
    </>
  )
}

function useColumns(
  preloadEditor: () => void,
  confirmDeletion: (posts: OwnerPostSummary[]) => void,
): Column<OwnerPostSummary>[] {
  const dates = useDates()
  const { navigate } = useRouter()
  return [
    {
      key: 'title',
      header: 'Title',
      isSortable: true,
      cell: (post) => (
        <Link
          href={`/admin/posts/${post.id}`}
          dir="auto"
          onMouseOver={preloadEditor}
          className="inline-block py-1 wrap-anywhere text-ink underline-offset-4 hover:text-accent-darker hover:underline"
        >
          {post.title}
        </Link>
      ),
    },
    { key: 'status', header: 'Status', className: 'md:w-32', cell: (post) => <PostState status={post.status} /> },
    {
      key: 'category',
      header: 'Category',
      className: 'md:w-44',
      cell: (post) => <span className="text-ink-soft">{post.categoryName ?? '–'}</span>,
    },
    {
      key: 'publishedAt',
      header: 'Published',
      isSortable: true,
      className: 'md:w-44',
      cell: (post) => (
        <span className="whitespace-nowrap text-ink-soft">
          {post.publishedAt ? dates.day(post.publishedAt) : 'Draft'}
        </span>
      ),
    },
    {
      key: 'updatedAt',
      header: 'Updated',
      isSortable: true,
      className: 'md:w-44',
      cell: (post) => <span className="whitespace-nowrap text-ink-soft">{dates.day(post.updatedAt)}</span>,
    },
    {
      key: 'actions',
      header: 'Actions',
      className: 'md:w-20',
      cell: (post) => (
        <Menu label={`Actions for ${post.title}`}>
          <MenuItem onSelect={() => navigate(`/admin/posts/${post.id}`)}>Edit</MenuItem>
          {post.status === 'published' && (
            <MenuItem onSelect={() => window.open(postHref(post.slug), '_blank', 'noopener')}>
              View on site
              <ExternalLink aria-hidden="true" className="size-4 text-ink-faint" />
            </MenuItem>
          )}
          <MenuItem danger onSelect={() => confirmDeletion([post])}>
            Delete
          </MenuItem>
        </Menu>
      ),
    },
  ]
}
