import type { UseMutationResult } from '@tanstack/react-query'
import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, ListOrdered } from 'lucide-react'
import type { RowOrder } from '../../../../contract/platform/row-endpoints.ts'
import { type Submission, submission } from '../../../data/mutations.ts'
import { MenuItem, MenuSeparator } from '../menu.tsx'
import { ToolButton } from '../tool-button.tsx'
import { isTrash } from '../trash.tsx'
import { useAnnouncement } from '../use-announcement.tsx'
import type { ListState } from '../use-list-state.ts'
import type { Catalogue, CatalogueRow } from './catalogue.ts'

type OrderedRow = CatalogueRow & { position: number }

const LAST = 2_147_483_647

/** Only in the manual order is there an above and a below to move to. */
export const isInOrder = (list: ListState) => !isTrash(list) && (list.sort === undefined || list.sort === 'position')

type Reorder = Pick<UseMutationResult<unknown, Error, Submission<{ body: RowOrder }>>, 'mutate'>

/** Moves rows of the manual order and announces their new places; `region` is to be rendered once. */
export function useRowMoves<Row extends OrderedRow>({ rows, list, query }: Catalogue<Row>, order: Reorder) {
  const { announce, region } = useAnnouncement()
  const move = (id: number, position: number) => {
    const name = rows.find((row) => row.id === id)?.name
    // A filter leaves out places.
    const total = list.isNarrowed ? undefined : query.data?.total
    const place = position === LAST ? 'the last one' : `number ${position}${total ? ` of ${total}` : ''}`
    order.mutate(submission({ body: { ids: [id], position } }), { onSuccess: () => announce(`${name} is ${place}`) })
  }
  return { move, region }
}

type OrderItemsProps<Row extends OrderedRow> = {
  of: Catalogue<Row>
  row: Row
  onMove: (id: number, position: number) => void
  /** 'Move to the top', with the name of the list. */
  top: string
}

/** The items of a row's menu that move it. */
export function OrderItems<Row extends OrderedRow>({ of: { rows, list }, row, onMove, top }: OrderItemsProps<Row>) {
  if (!isInOrder(list)) return null
  const place = rows.findIndex(({ id }) => id === row.id)
  const step = list.direction === 'desc' ? -1 : 1
  // Past the page's edge the neighbour is not known; its place is.
  const above = rows[place - 1]?.position ?? row.position - step
  const below = rows[place + 1]?.position ?? row.position + step
  const moveTo = (position: number) => () => onMove(row.id, Math.max(1, position))
  return (
    <>
      <MenuItem onSelect={moveTo(above)} disabled={above < 1}>
        <ArrowUp aria-hidden="true" className="size-4" /> Move up
      </MenuItem>
      <MenuItem onSelect={moveTo(below)} disabled={below < 1}>
        <ArrowDown aria-hidden="true" className="size-4" /> Move down
      </MenuItem>
      <MenuItem onSelect={moveTo(1)}>
        <ArrowUpToLine aria-hidden="true" className="size-4" /> {top}
      </MenuItem>
      <MenuItem onSelect={moveTo(LAST)}>
        <ArrowDownToLine aria-hidden="true" className="size-4" /> Move to the end
      </MenuItem>
      <MenuSeparator />
    </>
  )
}

/** Returns to the manual order of a list that is sorted otherwise. */
export function OrderButton({ list, children }: { list: ListState; children: string }) {
  if (!list.sort || isTrash(list)) return null
  return (
    <ToolButton tone="quiet" onClick={() => list.change({ sort: undefined, direction: undefined })}>
      <ListOrdered aria-hidden="true" className="size-4" />
      {children}
    </ToolButton>
  )
}
