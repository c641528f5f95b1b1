import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OwnerRoutine } from '../../../contract/content/routines.ts'
import { Picture } from '../../ui/picture.tsx'
import { Menu, MenuItem, MenuSeparator } from '../kit/menu.tsx'
import { StatusBadge } from '../kit/status-badge.tsx'
import type { Column } from '../kit/table-parts.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import type { RoutineActions } from './use-routine-actions.ts'

type ColumnOptions = {
  rows: OwnerRoutine[]
  /** Only in the owner's own order is there an above and a below to move to. */
  isInOrder: boolean
  isReversed: boolean
  /** A handle to drag a row by. */
  handle: (routine: OwnerRoutine) => ReactNode
  onEdit: (routine: OwnerRoutine) => void
  onDelete: (routine: OwnerRoutine) => void
  actions: RoutineActions
}

export function routineColumns(options: ColumnOptions): Column<OwnerRoutine>[] {
  const { handle, onEdit, onDelete } = options
  return [
    {
      key: 'name',
      header: 'Name',
      isSortable: true,
      cell: (routine) => (
        <div className="flex min-w-0 items-center gap-3" data-drag={routine.id}>
          {handle(routine)}
          <Picture
            picture={routine.picture}
            src={routine.imageUrl}
            alt=""
            sizes="48px"
            className="size-12 shrink-0 rounded-lg border border-line max-md:size-10"
          />
          <span dir="auto" className="min-w-0 text-[0.9375rem] wrap-anywhere">
            {routine.name}
          </span>
        </div>
      ),
    },
    { key: 'steps', header: 'Steps', className: 'md:w-44', cell: ({ steps }) => countSteps(steps) },
    {
      key: 'status',
      header: 'Status',
      className: 'md:w-28',
      cell: ({ isActive }) => (
        <StatusBadge tone={isActive ? 'good' : 'quiet'}>{isActive ? 'Active' : 'Inactive'}</StatusBadge>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      isHiddenOnPhone: true,
      className: 'md:w-60',
      cell: (routine) => (
        <div className="flex flex-wrap items-center gap-1.5">
          <ToolButton onClick={() => onEdit(routine)}>
            Edit<span className="sr-only">: {routine.name}</span>
          </ToolButton>
          <ToolButton tone="danger" onClick={() => onDelete(routine)}>
            Delete<span className="sr-only">: {routine.name}</span>
          </ToolButton>
          <MoreMenu routine={routine} {...options} />
        </div>
      ),
    },
  ]
}

function countSteps(steps: OwnerRoutine['steps']): string {
  const morning = steps.filter(({ time }) => time === 'morning').length
  return `${morning} morning, ${steps.length - morning} evening`
}

/** Where the row may go, and whether readers see it. */
function MoreMenu({ routine, rows, isInOrder, isReversed, actions }: ColumnOptions & { routine: OwnerRoutine }) {
  const place = rows.findIndex((row) => row.id === routine.id)
  const step = isReversed ? -1 : 1
  // Past the page's edge the neighbour is not known; its place is.
  const above = rows[place - 1]?.position ?? routine.position - step
  const below = rows[place + 1]?.position ?? routine.position + step
  const moveTo = (position: number) => () => actions.move({ ids: [routine.id], position: Math.max(1, position) })
  return (
    <Menu label={`More for ${routine.name}`}>
      <MenuItem onSelect={() => window.open(`/preview/routines/${routine.id}`, '_blank', 'noopener')}>Preview</MenuItem>
      <MenuSeparator />
      {isInOrder && (
        <>
          <MenuItem onSelect={moveTo(above)} disabled={above < 1}>
            <ArrowUp aria-hidden="true" className="size-4" /> Move up
          </MenuItem>
          <MenuItem onSelect={moveTo(below)} disabled={below < 1}>
            <ArrowDown aria-hidden="true" className="size-4" /> Move down
          </MenuItem>
          <MenuItem onSelect={moveTo(1)}>
            <ArrowUpToLine aria-hidden="true" className="size-4" /> Move to the top
          </MenuItem>
          <MenuItem onSelect={moveTo(2_147_483_647)}>
            <ArrowDownToLine aria-hidden="true" className="size-4" /> Move to the end
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      {routine.isActive ? (
        <MenuItem onSelect={() => actions.deactivate([routine])}>Deactivate</MenuItem>
      ) : (
        <MenuItem onSelect={() => actions.activate([routine])}>Activate</MenuItem>
      )}
    </Menu>
  )
}
