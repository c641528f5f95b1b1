import { useQuery } from '@tanstack/react-query'
import { ExternalLink, Plus } from 'lucide-react'
import type { PostChoice } from '../../../contract/content/post-bulk.ts'
import type { OwnerPostSummary } from '../../../contract/content/posts.ts'
import { ownerPostsQuery } from '../../data/owner/posts.ts'
import { pageHref } from '../../hrefs.ts'
import { Link, useRouter } from '../../lib/router.tsx'
import { PostState, statusFilterOptions } from '../editor/post-state.tsx'
import { usePostDeletion } from '../editor/use-post-deletion.tsx'
import { DataTable, keepPage } from '../kit/data-table.tsx'
import { ListFilter, ListToolbar } from '../kit/list-toolbar.tsx'
import { Menu, MenuItem } from '../kit/menu.tsx'
import { TabHeader } from '../kit/panel.tsx'
import { StatusBadge } from '../kit/status-badge.tsx'
import type { Column } from '../kit/table-parts.tsx'
import { ToolButton, ToolLink } from '../kit/tool-button.tsx'
import { EmptyTrash, isTrash, TrashBulkActions, TrashMenu, trashOption, withTrash } from '../kit/trash.tsx'
import { useDates } from '../kit/use-dates.ts'
import { useListState } from '../kit/use-list-state.ts'
import { useMediaQuery } from '../kit/use-media-query.ts'
import { type Chosen, chosenRow, useSelection } from '../kit/use-selection.ts'
import { usePostBulk } from '../posts/use-post-bulk.tsx'
import { preloadEditor } from '../text-editor.tsx'
import { BuiltInPages } from './built-in-pages.tsx'
import { pageKind } from './page-kind.ts'

/** The list of all pages. */
export function PagesList() {
  const list = withTrash(useListState(['status']))
  const listQuery = { ...list.query, kind: 'page' as const }
  const query = useQuery({ ...ownerPostsQuery(listQuery), placeholderData: keepPage })
  const selection = useSelection(query.data, { ...listQuery, status: list.query.status ?? 'all' })
  const { confirmDeletion, dialog } = usePostDeletion(pageKind, selection.clear)
  const bulk = usePostBulk(selection.clear, pageKind)
  const isPhone = useMediaQuery('(max-width: 47.99rem)')
  const inTrash = isTrash(list)
  const runOn = ({ choice, count }: Chosen, kind: 'trash' | 'delete-for-good') =>
    bulk.run({ action: { kind }, choice: choice as PostChoice, count })
  const columns = useColumns({
    confirmDeletion,
    inTrash,
    restore: (page) => bulk.restore(chosenRow(page), page),
    deleteForGood: (page) => runOn(chosenRow(page), 'delete-for-good'),
  })
  return (
    <>
      <TabHeader
        title="Pages"
        description="Texts with an address of their own, outside the blog."
        more={<ToolLink href="/admin/settings/menus">Menus</ToolLink>}
      >
        <ToolLink href="/admin/pages/new" tone="primary" onMouseOver={preloadEditor}>
          <Plus aria-hidden="true" className="size-4" />
          New page
        </ToolLink>
      </TabHeader>
      {!isPhone && <BuiltInPages />}
      <ListToolbar list={list} searchLabel="Search pages">
        <ListFilter list={list} name="status" label="Status" options={[...statusFilterOptions, trashOption]} />
      </ListToolbar>
      <DataTable
        label="Pages"
        columns={columns}
        query={query}
        list={list}
        rowName={(page) => page.title || 'Untitled page'}
        selection={selection}
        bulkActions={
          inTrash ? (
            <TrashBulkActions
              onRestore={() =>
                bulk.restore(
                  selection,
                  query.data?.items.find(({ id }) => selection.has(id)),
                )
              }
              onDeleteForGood={() => runOn(selection, 'delete-for-good')}
            />
          ) : (
            <ToolButton tone="danger" onClick={() => runOn(selection, 'trash')}>
              Delete
            </ToolButton>
          )
        }
        empty={
          inTrash ? (
            <EmptyTrash many="pages" />
          ) : (
            <>
              <p>You have not written a page yet. “Start here” is a good first one.</p>
              <ToolLink href="/admin/pages/new" tone="primary" className="mt-4">
                Write the first
              </ToolLink>
            </>
          )
        }
        errorText="Your pages could not be loaded."
      />
      {isPhone && <BuiltInPages />}
      {dialog}
      {bulk.dialog}
    </>
  )
}

type ColumnOptions = {
  confirmDeletion: (pages: OwnerPostSummary[]) => void
  inTrash: boolean
  restore: (page: OwnerPostSummary) => void
  deleteForGood: (page: OwnerPostSummary) => void
}

function useColumns({ confirmDeletion, inTrash, restore, deleteForGood }: ColumnOptions): Column<OwnerPostSummary>[] {
  const dates = useDates()
  const { navigate } = useRouter()
  return [
    {
      key: 'title',
      header: 'Title',
      isSortable: true,
      cell: (page) =>
        inTrash ? (
          <span dir="auto" className="wrap-anywhere">
            {page.title || 'Untitled page'}
          </span>
        ) : (
          <Link
            href={`/admin/pages/${page.id}`}
            dir="auto"
            onMouseOver={preloadEditor}
            className="inline-block py-1 wrap-anywhere text-ink max-md:min-w-10 max-md:py-2.5 underline-offset-4 hover:text-accent-darker hover:underline"
          >
            {page.title || 'Untitled page'}
          </Link>
        ),
    },
    {
      key: 'status',
      header: 'Status',
      className: 'md:w-56',
      cell: (page) => (
        <span className="flex flex-wrap gap-1.5">
          <PostState status={page.status} />
          {page.hasUnpublishedChanges && <StatusBadge tone="waiting">Unpublished changes</StatusBadge>}
        </span>
      ),
    },
    {
      key: 'address',
      header: 'Address',
      className: 'md:w-56',
      cell: (page) => <span className="wrap-anywhere text-ink-soft">{page.slug ? `/${page.slug}` : '–'}</span>,
    },
    {
      key: 'updatedAt',
      header: 'Updated',
      isSortable: true,
      className: 'md:w-44',
      cell: (page) => <span className="whitespace-nowrap text-ink-soft">{dates.day(page.updatedAt)}</span>,
    },
    {
      key: 'actions',
      header: 'Actions',
      className: 'md:w-20',
      cell: (page) =>
        inTrash ? (
          <TrashMenu
            name={page.title || 'Untitled page'}
            onRestore={() => restore(page)}
            onDeleteForGood={() => deleteForGood(page)}
          />
        ) : (
          <Menu label={`Actions for ${page.title || 'Untitled page'}`}>
            <MenuItem onSelect={() => navigate(`/admin/pages/${page.id}`)}>Edit</MenuItem>
            {page.status === 'published' && (
              <MenuItem onSelect={() => window.open(pageHref(page.slug), '_blank', 'noopener')}>
                View on site
                <ExternalLink aria-hidden="true" className="size-4 text-ink-faint" />
              </MenuItem>
            )}
            <MenuItem danger onSelect={() => confirmDeletion([page])}>
              Delete
            </MenuItem>
          </Menu>
        ),
    },
  ]
}
