import { Plus } from 'lucide-react'
import type { OwnerRoutine } from '../../../contract/content/routines.ts'
import { useReorderRoutines } from '../../data/owner/routines.ts'
import { useParams, useRouter } from '../../lib/router.tsx'
import { Picture } from '../../ui/picture.tsx'
import { MenuItem, MenuSeparator } from '../kit/menu.tsx'
import { TabHeader } from '../kit/panel.tsx'
import { type Catalogue, useCatalogue } from '../kit/rows/catalogue.ts'
import { actionsColumn, DeleteDialog, RowsTable, StatusToolbar, statusColumn } from '../kit/rows/catalogue-parts.tsx'
import { PendingRow, useOpenedRow } from '../kit/rows/opened-row.tsx'
import { isInOrder, OrderButton, OrderItems, useRowMoves } from '../kit/rows/row-order.tsx'
import type { Column } from '../kit/table-parts.tsx'
import { ToolLink } from '../kit/tool-button.tsx'
import { useDragOrder } from './drag-handle.tsx'
import { RoutineForm } from './routine-form.tsx'
import { routines } from './routines.ts'

/** The list of routines, or the one that the address names. */
export function RoutinesTab() {
  const { id } = useParams()
  if (id === undefined) return <RoutineList />
  return id === 'new' ? <RoutineForm key="new" /> : <OpenRoutine key={id} id={id} />
}

function OpenRoutine({ id }: { id: string }) {
  const { opened, query } = useOpenedRow(routines, id)
  if (opened) return <RoutineForm routine={opened} />
  return (
    <>
      <TabHeader title="Edit Routine">
        <ToolLink href="/admin/routines">All routines</ToolLink>
      </TabHeader>
      <PendingRow one={routines.one} query={query} />
    </>
  )
}

/** The routines in the owner's order. */
function RoutineList() {
  const catalogue = useCatalogue(routines)
  const moves = useRowMoves(catalogue, useReorderRoutines())
  const columns = useColumns(catalogue, moves.move)
  return (
    <>
      <TabHeader title="Routines" description="Morning and evening, in the order of their page.">
        <ToolLink href="/admin/routines/new" tone="primary">
          <Plus aria-hidden="true" className="size-4" />
          New Routine
        </ToolLink>
      </TabHeader>
      <StatusToolbar of={catalogue}>
        <OrderButton list={catalogue.list}>Own order</OrderButton>
      </StatusToolbar>
      <RowsTable of={catalogue} columns={columns}>
        <p className="mt-2">Put your products in order, for the morning and the evening.</p>
        <div className="mt-5 flex justify-center">
          <ToolLink href="/admin/routines/new" tone="primary">
            New Routine
          </ToolLink>
        </div>
      </RowsTable>
      {moves.region}
      <DeleteDialog of={catalogue}>
        {([first, ...others]) => (
          <p className="wrap-anywhere">
            {others.length === 0 ? <strong>{first?.name}</strong> : 'They'} will be gone from the site and every article
            that shows {others.length === 0 ? 'it' : 'them'}.
          </p>
        )}
      </DeleteDialog>
    </>
  )
}

function useColumns(
  catalogue: Catalogue<OwnerRoutine>,
  handleMove: (id: number, position: number) => void,
): Column<OwnerRoutine>[] {
  const { list, rows } = catalogue
  const { navigate } = useRouter()
  const drag = useDragOrder((from, to) => {
    const position = rows.find((row) => String(row.id) === to)?.position
    if (position !== undefined) handleMove(Number(from), position)
  })
  return [
    {
      key: 'name',
      header: 'Name',
      isSortable: true,
      cell: (routine) => (
        <div className="flex min-w-0 items-center gap-3" data-drag={routine.id}>
          {isInOrder(list) && rows.length > 1 && drag.handle(String(routine.id))}
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
    statusColumn(),
    actionsColumn(
      catalogue,
      ({ id }) => navigate(`/admin/routines/${id}`),
      (row) => (
        <>
          <MenuItem onSelect={() => window.open(`/preview/routines/${row.id}`, '_blank', 'noopener')}>Preview</MenuItem>
          <MenuSeparator />
          <OrderItems of={catalogue} row={row} onMove={handleMove} top="Move to the top" />
        </>
      ),
    ),
  ]
}

function countSteps(steps: OwnerRoutine['steps']): string {
  const morning = steps.filter(({ time }) => time === 'morning').length
  return `${morning} morning, ${steps.length - morning} evening`
}
