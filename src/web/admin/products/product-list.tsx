import { useQuery } from '@tanstack/react-query'
import { Download, ListOrdered, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import type { OwnerProduct } from '../../../contract/shop/products.ts'
import { ownerProductCategoriesQuery, ownerProductsQuery, productsFileHref } from '../../data/owner/products.ts'
import { DataTable, keepPage } from '../kit/data-table.tsx'
import { ListFilter, ListToolbar } from '../kit/list-toolbar.tsx'
import { TabHeader } from '../kit/panel.tsx'
import { DownloadLink, ToolButton, ToolLink } from '../kit/tool-button.tsx'
import { type ListState, useListState } from '../kit/use-list-state.ts'
import { useSelection } from '../kit/use-selection.ts'
import { DeleteProductsDialog } from './delete-products-dialog.tsx'
import { productTableColumns } from './product-columns.tsx'
import { useOpenProduct } from './use-open-product.ts'
import { useProductActions } from './use-product-actions.ts'

/** `highlightedId` is scrolled to and marked once it is on the page: a product that was just created. */
export function ProductList({ highlightedId }: { highlightedId?: number | undefined }) {
  const list = useListState(['status', 'category'])
  const products = useQuery({ ...ownerProductsQuery(list.query), placeholderData: keepPage })
  const rows = products.data?.items ?? []
  const selection = useSelection(rows.map((row) => row.id))
  const [toDelete, setToDelete] = useState<OwnerProduct[]>([])
  const openProduct = useOpenProduct()
  const actions = useProductActions()
  const chosen = rows.filter((row) => selection.has(row.id))
  const change = (act: (rows: OwnerProduct[]) => void) => () => {
    act(chosen)
    selection.clear()
  }

  return (
    <>
      <TabHeader title="Products" description="What the shop shows, in its order.">
        <ToolLink href="/admin/products/import">
          <Upload aria-hidden="true" className="size-4" />
          Import CSV
        </ToolLink>
        <DownloadLink href={productsFileHref(list.query)}>
          <Download aria-hidden="true" className="size-4" />
          Export CSV
        </DownloadLink>
        <ToolButton tone="primary" onClick={() => openProduct('new')}>
          <Plus aria-hidden="true" className="size-4" />
          New Product
        </ToolButton>
      </TabHeader>
      <ProductFilters list={list} />
      <DataTable
        label="Products"
        list={list}
        query={products}
        rowName={(row) => row.name}
        selection={selection}
        highlightedId={highlightedId}
        columns={productTableColumns({
          rows,
          isInShopOrder: list.sort === undefined || list.sort === 'position',
          isReversed: list.direction === 'desc',
          onEdit: (row) => openProduct(row.id),
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
        errorText="The products could not be loaded."
        empty={<NoProducts onCreate={() => openProduct('new')} />}
      />
      <DeleteProductsDialog
        products={toDelete}
        onClose={() => setToDelete([])}
        onDelete={(deleted) => {
          actions.remove(deleted)
          setToDelete([])
        }}
      />
    </>
  )
}

function ProductFilters({ list }: { list: ListState }) {
  const { data: categories = [] } = useQuery(ownerProductCategoriesQuery())
  return (
    <ListToolbar list={list} searchLabel="Search products">
      <ListFilter
        list={list}
        name="status"
        label="Status"
        options={[
          ['', 'All products'],
          ['active', 'Active'],
          ['inactive', 'Inactive'],
        ]}
      />
      <ListFilter
        list={list}
        name="category"
        label="Category"
        options={[['', 'All categories'], ...categories.map((name) => [name, name] as const)]}
      />
      {list.sort && (
        <ToolButton tone="quiet" onClick={() => list.change({ sort: undefined, direction: undefined })}>
          <ListOrdered aria-hidden="true" className="size-4" />
          Shop order
        </ToolButton>
      )}
    </ListToolbar>
  )
}

function NoProducts({ onCreate }: { onCreate: () => void }) {
  return (
    <>
      <p className="font-display text-xl text-ink">No products yet</p>
      <p className="mt-2">Add the first one by hand, or bring a list along as a CSV file.</p>
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        <ToolButton tone="primary" onClick={onCreate}>
          New Product
        </ToolButton>
        <ToolLink href="/admin/products/import">Import CSV</ToolLink>
      </div>
    </>
  )
}
