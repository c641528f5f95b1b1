import { TRASH_DAYS } from '../../../contract/platform/limits.ts'
import { Menu, MenuItem } from './menu.tsx'
import type { Column } from './table-parts.tsx'
import { ToolButton } from './tool-button.tsx'
import { useDates } from './use-dates.ts'
import type { ListState } from './use-list-state.ts'

/** The choice of the filter by status that shows what was deleted. */
export const trashOption = ['trash', 'Trash'] as const

export const isTrash = (list: Pick<ListState, 'filter'>): boolean => list.filter('status') === 'trash'

/** A list whose trash is sorted by the time of deletion and counts as narrowed only by what narrows it further. */
export function withTrash(list: ListState): ListState {
  if (!isTrash(list)) return list
  const { sort = 'deletedAt', direction = list.sort ? list.direction : 'desc' } = list
  return {
    ...list,
    sort,
    direction,
    query: { ...list.query, sort, direction },
    isNarrowed: Boolean(list.q) || list.filterCount > 1,
  }
}

export const keptInTrash = (count: number) => `The trash keeps ${count === 1 ? 'it' : 'them'} for ${TRASH_DAYS} days.`

/** The confirmation of a deletion for good: `what` as 'this product' or '3 products', `lost` as 'Their texts'. */
export const purgeQuestion = {
  title: (what: string) => `Delete ${what} for good?`,
  confirmLabel: 'Delete for good',
  text: (lost: string) => `${lost} are gone afterwards. This cannot be undone.`,
}

/** `many` in words: 'posts'. */
export function EmptyTrash({ many }: { many: string }) {
  return (
    <p>
      The trash is empty. Deleted {many} stay here for {TRASH_DAYS} days.
    </p>
  )
}

export const deletedColumn: Column<{ deletedAt: string | null }> = {
  key: 'deletedAt',
  header: 'Deleted',
  isSortable: true,
  className: 'md:w-40',
  cell: ({ deletedAt }) => deletedAt && <Day of={deletedAt} />,
}

function Day({ of }: { of: string }) {
  return <span className="whitespace-nowrap text-ink-soft">{useDates().day(of)}</span>
}

type TrashActions = { onRestore: () => void; onDeleteForGood: () => void }

/** The menu of a row in the trash. */
export function TrashMenu({ name, onRestore, onDeleteForGood }: TrashActions & { name: string }) {
  return (
    <Menu label={`Actions for ${name}`}>
      <MenuItem onSelect={onRestore}>Restore</MenuItem>
      <MenuItem danger onSelect={onDeleteForGood}>
        Delete for good
      </MenuItem>
    </Menu>
  )
}

/** The buttons for the selected rows of the trash. */
export function TrashBulkActions({ onRestore, onDeleteForGood }: TrashActions) {
  return (
    <>
      <ToolButton onClick={onRestore}>Restore</ToolButton>
      <ToolButton tone="danger" onClick={onDeleteForGood}>
        Delete for good
      </ToolButton>
    </>
  )
}
