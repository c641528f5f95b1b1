import { useQuery } from '@tanstack/react-query'
import { ClipboardPaste, ExternalLink, Plus } from 'lucide-react'
import { useState } from 'react'
import type { OwnerIngredient } from '../../../contract/content/ingredients.ts'
import { ownerIngredientsQuery } from '../../data/owner/ingredients.ts'
import { ingredientHref } from '../../hrefs.ts'
import { DataTable, keepPage } from '../kit/data-table.tsx'
import { ListFilter, ListToolbar } from '../kit/list-toolbar.tsx'
import { Menu, MenuItem } from '../kit/menu.tsx'
import { TabHeader } from '../kit/panel.tsx'
import { StatusBadge } from '../kit/status-badge.tsx'
import type { Column } from '../kit/table-parts.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { useListState } from '../kit/use-list-state.ts'
import { useSelection } from '../kit/use-selection.ts'
import { DeleteIngredientsDialog } from './delete-ingredients-dialog.tsx'
import { type IngredientActions, useIngredientActions } from './use-ingredient-actions.ts'
import { useOpenIngredient } from './use-open-ingredient.ts'

export function IngredientList() {
  const list = useListState(['status'])
  const query = useQuery({ ...ownerIngredientsQuery(list.query), placeholderData: keepPage })
  const rows = query.data?.items ?? []
  const selection = useSelection(rows.map((row) => row.id))
  const [toDelete, setToDelete] = useState<OwnerIngredient[]>([])
  const open = useOpenIngredient()
  const actions = useIngredientActions()
  const columns = useColumns({ actions, open, onDelete: (row) => setToDelete([row]) })
  const chosen = rows.filter((row) => selection.has(row.id))
  const change = (act: (rows: OwnerIngredient[]) => void) => () => {
    act(chosen)
    selection.clear()
  }
  return (
    <>
      <TabHeader title="Ingredients" description="What readers can look up. Articles and products link to it by name.">
        <ToolButton onClick={() => open('recognise')}>
          <ClipboardPaste aria-hidden="true" className="size-4" />
          Paste an ingredient list
        </ToolButton>
        <ToolButton tone="primary" onClick={() => open('new')}>
          <Plus aria-hidden="true" className="size-4" />
          New Ingredient
        </ToolButton>
      </TabHeader>
      <ListToolbar list={list} searchLabel="Search ingredients">
        <ListFilter
          list={list}
          name="status"
          label="Status"
          options={[
            ['', 'All ingredients'],
            ['active', 'Active'],
            ['inactive', 'Inactive'],
          ]}
        />
      </ListToolbar>
      <DataTable
        label="Ingredients"
        list={list}
        query={query}
        rowName={(row) => row.name}
        selection={selection}
        columns={columns}
        bulkActions={
          <>
            <ToolButton onClick={change(actions.activate)}>Activate</ToolButton>
            <ToolButton onClick={change(actions.deactivate)}>Deactivate</ToolButton>
            <ToolButton tone="danger" onClick={() => setToDelete(chosen)}>
              Delete
            </ToolButton>
          </>
        }
        errorText="The ingredients could not be loaded."
        empty={
          <>
            <p className="font-display text-xl text-ink">No ingredients yet</p>
            <p className="mt-2">Describe the first one, and each article that mentions it leads there.</p>
            <ToolButton tone="primary" className="mt-5" onClick={() => open('new')}>
              New Ingredient
            </ToolButton>
          </>
        }
      />
      <DeleteIngredientsDialog
        ingredients={toDelete}
        onClose={() => setToDelete([])}
        onDelete={(deleted) => {
          actions.remove(deleted)
          selection.clear()
          setToDelete([])
        }}
      />
    </>
  )
}

type ColumnOptions = {
  actions: IngredientActions
  open: ReturnType<typeof useOpenIngredient>
  onDelete: (ingredient: OwnerIngredient) => void
}

function useColumns({ actions, open, onDelete }: ColumnOptions): Column<OwnerIngredient>[] {
  const dates = useDates()
  return [
    {
      key: 'name',
      header: 'Name',
      isSortable: true,
      cell: ({ name, inci }) => (
        <div className="min-w-0 wrap-anywhere">
          <span dir="auto" className="text-[0.9375rem]">
            {name}
          </span>
          {inci && inci !== name && (
            <span dir="auto" className="block text-sm text-ink-soft">
              {inci}
            </span>
          )}
        </div>
      ),
    },
    {
      key: 'products',
      header: 'Products',
      isNumber: true,
      className: 'md:w-28',
      cell: ({ productCount }) => <span className="tabular-nums">{productCount}</span>,
    },
    {
      key: 'status',
      header: 'Status',
      className: 'md:w-48',
      cell: ({ isActive, isLinked }) => (
        <span className="flex flex-wrap gap-1.5">
          <StatusBadge tone={isActive ? 'good' : 'quiet'}>{isActive ? 'Active' : 'Inactive'}</StatusBadge>
          {!isLinked && <StatusBadge tone="quiet">Not linked</StatusBadge>}
        </span>
      ),
    },
    {
      key: 'updatedAt',
      header: 'Updated',
      isSortable: true,
      className: 'md:w-40',
      cell: ({ updatedAt }) => <span className="whitespace-nowrap text-ink-soft">{dates.day(updatedAt)}</span>,
    },
    {
      key: 'actions',
      header: 'Actions',
      className: 'md:w-44',
      cell: (ingredient) => (
        <div className="flex flex-wrap items-center gap-1.5">
          <ToolButton onClick={() => open(ingredient.id)}>
            Edit<span className="sr-only">: {ingredient.name}</span>
          </ToolButton>
          <Menu label={`More for ${ingredient.name}`}>
            {ingredient.isActive && (
              <MenuItem onSelect={() => window.open(ingredientHref(ingredient.slug), '_blank', 'noopener')}>
                View on site
                <ExternalLink aria-hidden="true" className="size-4 text-ink-faint" />
              </MenuItem>
            )}
            {ingredient.isActive ? (
              <MenuItem onSelect={() => actions.deactivate([ingredient])}>Deactivate</MenuItem>
            ) : (
              <MenuItem onSelect={() => actions.activate([ingredient])}>Activate</MenuItem>
            )}
            <MenuItem danger onSelect={() => onDelete(ingredient)}>
              Delete
            </MenuItem>
          </Menu>
        </div>
      ),
    },
  ]
}
