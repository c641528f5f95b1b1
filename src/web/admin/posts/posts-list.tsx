import { useQuery } from '@tanstack/react-query'
import { Download, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PostChoice } from '../../../contract/content/post-bulk.ts'
import { ownerPostsQuery, postsFileHref } from '../../data/owner/posts.ts'
import { useQueries } from '../../environment.tsx'
import { statusFilterOptions } from '../editor/post-state.tsx'
import { DataTable, keepPage } from '../kit/data-table.tsx'
import { ListFilter, ListToolbar } from '../kit/list-toolbar.tsx'
import { Menu, MenuItem, MenuSeparator } from '../kit/menu.tsx'
import { TabHeader } from '../kit/panel.tsx'
import { DownloadLink, ToolButton, ToolLink } from '../kit/tool-button.tsx'
import { EmptyTrash, TrashBulkActions, trashOption, withTrash } from '../kit/trash.tsx'
import { type ListState, useListState } from '../kit/use-list-state.ts'
import { useSelection } from '../kit/use-selection.ts'
import { editorKinds, preloadEditor } from '../text-editor.tsx'
import { usePostColumns } from './post-columns.tsx'
import { postKind, templateKind } from './post-kind.tsx'
import { kindOf, kindsOf, type PostListView, titleOf, viewOf } from './post-list-view.ts'
import { usePostActions } from './use-post-actions.tsx'
import type { PostBulk } from './use-post-bulk.tsx'

/** The list of all posts, of templates, or of one kind in the trash. */
export function PostsList() {
  const list = withTrash(useListState(['status', 'categoryId', 'kind', 'links']))
  const view = viewOf(list)
  const kind = kindOf(list)
  const listQuery = { ...list.query, kind }
  const query = useQuery({ ...ownerPostsQuery(listQuery), placeholderData: keepPage })
  const rows = query.data?.items ?? []
  const selection = useSelection(query.data, { ...listQuery, status: list.query.status ?? 'all' })
  const { actions, bulk, dialogs } = usePostActions(kind, selection.clear)
  const columns = usePostColumns({ view, actions })
  return (
    <>
      <TabHeader
        title={titles[view]}
        more={
          <>
            {view === 'posts' && <ToolLink href="/admin/posts/calendar">Calendar</ToolLink>}
            <ToolLink href="/admin/categories">Categories</ToolLink>
            {view === 'posts' && (
              <DownloadLink href={postsFileHref(listQuery)}>
                <Download aria-hidden="true" className="size-4" />
                Export CSV
              </DownloadLink>
            )}
          </>
        }
      >
        <ToolLink
          href={(view === 'templates' ? templateKind : postKind).newHref}
          tone="primary"
          onMouseOver={preloadEditor}
        >
          <Plus aria-hidden="true" className="size-4" />
          {view === 'templates' ? 'New template' : 'New Post'}
        </ToolLink>
      </TabHeader>
      <PostFilters list={list} view={view} />
      <DataTable
        label={view === 'posts' ? 'Blog posts' : titles[view]}
        columns={columns}
        query={query}
        list={view === 'posts' ? list : { ...list, isNarrowed: Boolean(list.q || list.filter('categoryId')) }}
        rowName={titleOf}
        selection={selection}
        many={`${editorKinds[kind].noun}s`}
        bulkActions={
          <PostBulkActions
            view={view}
            choice={selection.choice as PostChoice}
            count={selection.count}
            run={bulk.run}
            onRestore={() =>
              actions.restore(
                selection,
                rows.find(({ id }) => selection.has(id)),
              )
            }
          />
        }
        empty={view === 'trash' ? <EmptyTrash many={`${editorKinds[kind].noun}s`} /> : empty[view]}
        errorText="Your posts could not be loaded."
      />
      {dialogs}
    </>
  )
}

const titles: Record<PostListView, string> = { posts: 'Blog Posts', templates: 'Templates', trash: 'Trash' }

function PostFilters({ list, view }: { list: ListState; view: PostListView }): ReactNode {
  const { data: categories = [] } = useQuery(useQueries().categories())
  return (
    <ListToolbar list={list} searchLabel="Search posts">
      <ListFilter
        list={list}
        name="kind"
        label="Kind"
        options={kindsOf(view).map((kind) => [kind === 'post' ? '' : kind, editorKinds[kind].pluralLabel] as const)}
      />
      {view !== 'templates' && (
        <ListFilter list={list} name="status" label="Status" options={[...statusFilterOptions, trashOption]} />
      )}
      <ListFilter
        list={list}
        name="categoryId"
        label="Category"
        options={[['', 'Every category'], ...categories.map(({ id, name }) => [String(id), name] as const)]}
      />
      {view === 'posts' && (
        <ListFilter
          list={list}
          name="links"
          label="Links to the post"
          options={[
            ['', 'With or without links'],
            ['none', 'No links lead here'],
          ]}
        />
      )}
    </ListToolbar>
  )
}

const empty: Record<Exclude<PostListView, 'trash'>, ReactNode> = {
  posts: (
    <>
      <p>You have not written a post yet.</p>
      <ToolLink href="/admin/posts/new" tone="primary" className="mt-4">
        Write the first
      </ToolLink>
    </>
  ),
  templates: (
    <>
      <p>No templates yet. “Save as template” in the actions of a post makes one, too.</p>
      <ToolLink href={templateKind.newHref} tone="primary" className="mt-4">
        Write the first
      </ToolLink>
    </>
  ),
}

type PostBulkActionsProps = {
  view: PostListView
  choice: PostChoice
  count: number
  run: PostBulk['run']
  onRestore: () => void
}

/** The buttons for the selected posts. */
function PostBulkActions({ view, choice, count, run, onRestore }: PostBulkActionsProps) {
  const { data: categories = [] } = useQuery(useQueries().categories())
  const handleDeleteForGood = () => run({ action: { kind: 'delete-for-good' }, choice, count })
  if (view === 'trash') return <TrashBulkActions onRestore={onRestore} onDeleteForGood={handleDeleteForGood} />
  const setCategory = (categoryId: number | null) => () =>
    run({ action: { kind: 'category', categoryId }, choice, count })
  return (
    <>
      {view === 'posts' && (
        <>
          <ToolButton onClick={() => run({ action: { kind: 'publish' }, choice, count })}>Publish</ToolButton>
          <ToolButton onClick={() => run({ action: { kind: 'unpublish' }, choice, count })}>Unpublish</ToolButton>
        </>
      )}
      <Menu label="Category of the selected posts" trigger={<span className="px-3">Category</span>}>
        {categories.map(({ id, name }) => (
          <MenuItem key={id} onSelect={setCategory(id)}>
            {name}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem onSelect={setCategory(null)}>No category</MenuItem>
      </Menu>
      <Menu label="Whether the selected posts are featured" trigger={<span className="px-3">Featured</span>}>
        <MenuItem onSelect={() => run({ action: { kind: 'feature', isFeatured: true }, choice, count })}>
          Feature on the home page
        </MenuItem>
        <MenuItem onSelect={() => run({ action: { kind: 'feature', isFeatured: false }, choice, count })}>
          Do not feature
        </MenuItem>
      </Menu>
      <ToolButton tone="danger" onClick={() => run({ action: { kind: 'trash' }, choice, count })}>
        Delete
      </ToolButton>
    </>
  )
}
