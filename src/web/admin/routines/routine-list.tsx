import { useQuery } from '@tanstack/react-query'
import { ListOrdered, Plus } from 'lucide-react'
import { useState } from 'react'
import type { OwnerRoutine } from '../../../contract/content/routines.ts'
import { ownerRoutinesQuery } from '../../data/owner/routines.ts'
import { useRouter } from '../../lib/router.tsx'
import { DataTable, keepPage } from '../kit/data-table.tsx'
import { ListFilter, ListToolbar } from '../kit/list-toolbar.tsx'
import { TabHeader } from '../kit/panel.tsx'
import { ToolButton, ToolLink } from '../kit/tool-button.tsx'
import { type ListState, useListState } from '../kit/use-list-state.ts'
import { useSelection } from '../kit/use-selection.ts'
import { DeleteRoutinesDialog } from './delete-routines-dialog.tsx'
import { useDragOrder } from './drag-handle.tsx'
import { routineColumns } from './routine-columns.tsx'
import { useRoutineActions } from './use-routine-actions.ts'

/** The routines in the owner's order. */
export function RoutineList() {
  const { navigate } = useRouter()
  const list = useListState(['status'])
  const routines = useQuery({ ...ownerRoutinesQuery(list.query), placeholderData: keepPage })
  const rows = routines.data?.items ?? []
  const selection = useSelection(rows.map((row) => row.id))
  const [toDelete, setToDelete] = useState<OwnerRoutine[]>([])
  const actions = useRoutineActions()
  const isInOrder = list.sort === undefined || list.sort === 'position'
  const drag = useDragOrder((from, to) => {
    const position = rows.find((row) => String(row.id) === to)?.position
    if (position !== undefined) actions.move({ ids: [Number(from)], position })
  })
  const chosen = rows.filter((row) => selection.has(row.id))
  const change = (act: (rows: OwnerRoutine[]) => void) => () => {
    act(chosen)
    selection.clear()
  }

  return (
    <>
      <TabHeader title="Routines" description="Morning and evening, in the order of their page.">
        <ToolLink href="/admin/routines/new" tone="primary">
          <Plus aria-hidden="true" className="size-4" />
          New Routine
        </ToolLink>
      </TabHeader>
      <RoutineFilters list={list} />
      <DataTable
        label="Routines"
        list={list}
        query={routines}
        rowName={(row) => row.name}
        selection={selection}
        columns={routineColumns({
          rows,
          isInOrder,
          isReversed: list.direction === 'desc',
          handle: (row) => isInOrder && rows.length > 1 && drag.handle(String(row.id)),
          onEdit: (row) => navigate(`/admin/routines/${row.id}`),
          onDelete: (row) => setToDelete([row]),
          actions,
        })}
        bulkActions={
          <>
            <ToolButton onClick={change(actions.activate)}>Activate</ToolButton>
            <ToolButton onClick={change(actions.deactivate)}>Deactivate</ToolButton>
            <ToolButton tone="danger" onClick={() => setToDelete(chosen)}>
              Delete
            </ToolButton>
          </>
        }
        errorText="The routines could not be loaded."
        empty={<NoRoutines />}
      />
      <DeleteRoutinesDialog
        routines={toDelete}
        onClose={() => setToDelete([])}
        onDelete={(deleted) => {
          actions.remove(deleted)
          setToDelete([])
          selection.clear()
        }}
      />
    </>
  )
}

function RoutineFilters({ list }: { list: ListState }) {
  return (
    <ListToolbar list={list} searchLabel="Search routines">
      <ListFilter
        list={list}
        name="status"
        label="Status"
        options={[
          ['', 'All routines'],
          ['active', 'Active'],
          ['inactive', 'Inactive'],
        ]}
      />
      {list.sort && (
        <ToolButton tone="quiet" onClick={() => list.change({ sort: undefined, direction: undefined })}>
          <ListOrdered aria-hidden="true" className="size-4" />
          Own order
        </ToolButton>
      )}
    </ListToolbar>
  )
}

function NoRoutines() {
  return (
    <>
      <p className="font-display text-xl text-ink">No routines yet</p>
      <p className="mt-2">Put your products in order, for the morning and the evening.</p>
      <div className="mt-5 flex justify-center">
        <ToolLink href="/admin/routines/new" tone="primary">
          New Routine
        </ToolLink>
      </div>
    </>
  )
}
