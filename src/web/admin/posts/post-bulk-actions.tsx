import { useQuery } from '@tanstack/react-query'
import type { PostChoice } from '../../../contract/content/post-bulk.ts'
import { useQueries } from '../../environment.tsx'
import { Menu, MenuItem, MenuSeparator } from '../kit/menu.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import type { PostListView } from './post-list-view.ts'
import type { usePostBulk } from './use-post-bulk.tsx'

type PostBulkActionsProps = {
  view: PostListView
  choice: PostChoice
  count: number
  run: ReturnType<typeof usePostBulk>['run']
  onRestore: () => void
}

/** The buttons for the selected posts. */
export function PostBulkActions({ view, choice, count, run, onRestore }: PostBulkActionsProps) {
  const { data: categories = [] } = useQuery(useQueries().categories())
  if (view === 'trash') {
    return (
      <>
        <ToolButton onClick={onRestore}>Restore</ToolButton>
        <ToolButton tone="danger" onClick={() => run({ action: { kind: 'delete-for-good' }, choice, count })}>
          Delete for good
        </ToolButton>
      </>
    )
  }
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
