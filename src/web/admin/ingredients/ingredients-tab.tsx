import { ClipboardPaste, ExternalLink, Plus } from 'lucide-react'
import type { OwnerIngredient } from '../../../contract/content/ingredients.ts'
import { ingredientHref } from '../../hrefs.ts'
import { useParams } from '../../lib/router.tsx'
import { MenuItem } from '../kit/menu.tsx'
import { TabHeader } from '../kit/panel.tsx'
import { useCatalogue, useOpenRow } from '../kit/rows/catalogue.ts'
import { actionsColumn, DeleteDialog, RowsTable, StatusToolbar, statusColumn } from '../kit/rows/catalogue-parts.tsx'
import { OpenedRow } from '../kit/rows/opened-row.tsx'
import { StatusBadge } from '../kit/status-badge.tsx'
import type { Column } from '../kit/table-parts.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { IngredientDialog, IngredientUsesList } from './ingredient-dialog.tsx'
import { ingredients } from './ingredients.ts'
import { RecogniseDialog } from './recognise-dialog.tsx'

/** The ingredients that readers can look up; one that the address names is open over the list. */
export function IngredientsTab() {
  const { id } = useParams()
  const open = useOpenRow(ingredients)
  const close = () => open()
  return (
    <>
      <IngredientList />
      {id === 'recognise' && <RecogniseDialog onClose={close} />}
      {id !== undefined && id !== 'recognise' && (
        <OpenedRow key={id} noun={ingredients} id={id} onClose={close}>
          {(ingredient) => <IngredientDialog ingredient={ingredient} onClose={close} />}
        </OpenedRow>
      )}
    </>
  )
}

function IngredientList() {
  const catalogue = useCatalogue(ingredients)
  const open = useOpenRow(ingredients)
  const columns = useColumns()
  const actions = actionsColumn(
    catalogue,
    ({ id }) => open(id),
    ({ isActive, slug }) =>
      isActive && (
        <MenuItem onSelect={() => window.open(ingredientHref(slug), '_blank', 'noopener')}>
          View on site
          <ExternalLink aria-hidden="true" className="size-4 text-ink-faint" />
        </MenuItem>
      ),
  )
  return (
    <>
      <TabHeader
        title="Ingredients"
        description="What readers can look up. Articles and products link to it by name."
        more={
          <ToolButton onClick={() => open('recognise')}>
            <ClipboardPaste aria-hidden="true" className="size-4" />
            Paste an ingredient list
          </ToolButton>
        }
      >
        <ToolButton tone="primary" onClick={() => open('new')}>
          <Plus aria-hidden="true" className="size-4" />
          New Ingredient
        </ToolButton>
      </TabHeader>
      <StatusToolbar of={catalogue} />
      <RowsTable of={catalogue} columns={[...columns, actions]}>
        <p className="mt-2">Describe the first one, and each article that mentions it leads there.</p>
        <ToolButton tone="primary" className="mt-5" onClick={() => open('new')}>
          New Ingredient
        </ToolButton>
      </RowsTable>
      <DeleteDialog of={catalogue}>{(rows) => <Deletion ingredients={rows} />}</DeleteDialog>
    </>
  )
}

function Deletion({ ingredients }: { ingredients: OwnerIngredient[] }) {
  const [first] = ingredients
  const isOne = ingredients.length === 1
  const used = ingredients.filter(({ productCount }) => productCount > 0)
  return (
    <>
      <p className="wrap-anywhere">
        {isOne ? <strong>{first?.name}</strong> : 'They'} will have no page any more. Mentions in articles become plain
        text again, and products keep the name.
      </p>
      {isOne && first && <IngredientUsesList id={first.id} />}
      {!isOne && used.length > 0 && (
        <p className="wrap-anywhere">Used by products: {used.map(({ name }) => name).join(', ')}.</p>
      )}
    </>
  )
}

function useColumns(): Column<OwnerIngredient>[] {
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
    statusColumn(({ isLinked }) => !isLinked && <StatusBadge tone="quiet">Not linked</StatusBadge>),
    {
      key: 'updatedAt',
      header: 'Updated',
      isSortable: true,
      className: 'md:w-40',
      cell: ({ updatedAt }) => <span className="whitespace-nowrap text-ink-soft">{dates.day(updatedAt)}</span>,
    },
  ]
}
