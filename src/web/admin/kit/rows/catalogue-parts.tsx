import type { ReactNode } from 'react'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { DataTable } from '../data-table.tsx'
import { ListFilter, ListToolbar } from '../list-toolbar.tsx'
import { Menu, MenuItem } from '../menu.tsx'
import { StatusBadge } from '../status-badge.tsx'
import type { Column } from '../table-parts.tsx'
import { ToolButton } from '../tool-button.tsx'
import {
  deletedColumn,
  EmptyTrash,
  keptInTrash,
  purgeQuestion,
  TrashBulkActions,
  TrashMenu,
  trashOption,
} from '../trash.tsx'
import { type Chosen, chosenRow } from '../use-selection.ts'
import { type Catalogue, type CatalogueRow, capital } from './catalogue.ts'

type PartProps<Row extends CatalogueRow> = { of: Catalogue<Row> }

type StatusToolbarProps<Row extends CatalogueRow> = PartProps<Row> & { children?: ReactNode }

/** The search and the filter by status; `children` are further filters and buttons. */
export function StatusToolbar<Row extends CatalogueRow>({ of: { list, noun }, children }: StatusToolbarProps<Row>) {
  return (
    <ListToolbar list={list} searchLabel={`Search ${noun.many}`}>
      <ListFilter
        list={list}
        name="status"
        label="Status"
        options={[['', `All ${noun.many}`], ['active', 'Active'], ['inactive', 'Inactive'], trashOption]}
      />
      {children}
    </ListToolbar>
  )
}

type RowsTableProps<Row extends CatalogueRow> = PartProps<Row> & {
  columns: Column<Row>[]
  /** A row to scroll to and to mark. */
  highlightedId?: number | undefined
  /** A list without rows shows this below its heading: a sentence and buttons. */
  children: ReactNode
}

/** The rows with their selection and its bulk actions; in the trash the first column stays. */
export function RowsTable<Row extends CatalogueRow>({ of, columns, highlightedId, children }: RowsTableProps<Row>) {
  const { noun, list, isTrash, query, rows, selection, setToDelete } = of
  const selected = () => ({ ...selection, rows: rows.filter(({ id }) => selection.has(id)) })
  // The selection stays until the change is made, so that the bar can say that it goes on.
  const change = (act: (chosen: Chosen, onDone: () => void) => void) => () => act(selection, selection.clear)
  return (
    <DataTable
      label={capital(noun.many)}
      list={list}
      query={query}
      rowName={({ name }) => name}
      selection={selection}
      highlightedId={highlightedId}
      columns={isTrash ? [...columns.slice(0, 1), ...trashColumns(of)] : columns}
      bulkActions={
        isTrash ? (
          <TrashBulkActions
            onRestore={() => of.restore(selected(), selection.clear)}
            onDeleteForGood={() => setToDelete(selected())}
          />
        ) : (
          <>
            <ToolButton onClick={change(of.activate)}>Activate</ToolButton>
            <ToolButton onClick={change(of.deactivate)}>Deactivate</ToolButton>
            <ToolButton tone="danger" onClick={() => setToDelete(selected())}>
              Delete
            </ToolButton>
          </>
        )
      }
      errorText={`The ${noun.many} could not be loaded.`}
      empty={
        isTrash ? (
          <EmptyTrash many={noun.many} />
        ) : (
          <>
            <p className="font-display text-xl text-ink">No {noun.many} yet</p>
            {children}
          </>
        )
      }
    />
  )
}

function trashColumns<Row extends CatalogueRow>({ restore, setToDelete, selection }: Catalogue<Row>): Column<Row>[] {
  return [
    deletedColumn,
    {
      key: 'actions',
      header: 'Actions',
      isHiddenOnPhone: true,
      className: 'md:w-20',
      cell: (row) => {
        const chosen = { ...chosenRow(row), rows: [row] }
        return (
          <TrashMenu
            name={row.name}
            onRestore={() => restore(chosen, selection.clear)}
            onDeleteForGood={() => setToDelete(chosen)}
          />
        )
      },
    },
  ]
}

type DeleteDialogProps<Row extends CatalogueRow> = PartProps<Row> & {
  /** Says what the deletion does. */
  children: (rows: Row[]) => ReactNode
}

export function DeleteDialog<Row extends CatalogueRow>({ of, children }: DeleteDialogProps<Row>) {
  const { noun, isTrash, toDelete, setToDelete, selection, remove, purge } = of
  const { count = 0, rows = [] } = toDelete ?? {}
  const what = count === 1 ? `this ${noun.one}` : `${count.toLocaleString('en-US')} ${noun.many}`
  const handleConfirm = () => {
    if (!toDelete) return
    const act = isTrash ? purge : remove
    act(toDelete, selection.clear)
    setToDelete(undefined)
  }
  return (
    <ConfirmDialog
      isOpen={toDelete !== undefined}
      title={isTrash ? purgeQuestion.title(what) : `Delete ${what}?`}
      confirmLabel={isTrash ? purgeQuestion.confirmLabel : 'Delete'}
      onConfirm={handleConfirm}
      onClose={() => setToDelete(undefined)}
    >
      {isTrash ? (
        <p>{purgeQuestion.text('All texts and earlier versions')}</p>
      ) : (
        <>
          {children(rows)}
          <p>{keptInTrash(count)}</p>
        </>
      )}
    </ConfirmDialog>
  )
}

/** Whether readers see a row, with further badges of the noun. */
export function statusColumn<Row extends CatalogueRow>(more?: (row: Row) => ReactNode): Column<Row> {
  return {
    key: 'status',
    header: 'Status',
    className: more ? 'md:w-48' : 'md:w-28',
    cell: (row) => (
      <span className="flex flex-wrap gap-1.5">
        <StatusBadge tone={row.isActive ? 'good' : 'quiet'}>{row.isActive ? 'Active' : 'Inactive'}</StatusBadge>
        {more?.(row)}
      </span>
    ),
  }
}

/** Edit, Delete, and a menu with the items of the noun before Activate. */
export function actionsColumn<Row extends CatalogueRow>(
  { setToDelete, activate, deactivate }: Catalogue<Row>,
  onEdit: (row: Row) => void,
  menu: (row: Row) => ReactNode,
): Column<Row> {
  return {
    key: 'actions',
    header: 'Actions',
    isHiddenOnPhone: true,
    className: 'md:w-60',
    cell: (row) => (
      <div className="flex flex-wrap items-center gap-1.5">
        <ToolButton onClick={() => onEdit(row)}>
          Edit<span className="sr-only">: {row.name}</span>
        </ToolButton>
        <ToolButton tone="danger" onClick={() => setToDelete({ ...chosenRow(row), rows: [row] })}>
          Delete<span className="sr-only">: {row.name}</span>
        </ToolButton>
        <Menu label={`More for ${row.name}`}>
          {menu(row)}
          {row.isActive ? (
            <MenuItem onSelect={() => deactivate(chosenRow(row))}>Deactivate</MenuItem>
          ) : (
            <MenuItem onSelect={() => activate(chosenRow(row))}>Activate</MenuItem>
          )}
        </Menu>
      </div>
    ),
  }
}
