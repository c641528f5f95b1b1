import { useQuery } from '@tanstack/react-query'
import { Download, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import type { OwnerProduct } from '../../../contract/shop/products.ts'
import { ownerProductCategoriesQuery, productsFileHref, useReorderProducts } from '../../data/owner/products.ts'
import { useParams, useRouter } from '../../lib/router.tsx'
import { Picture } from '../../ui/picture.tsx'
import { ListFilter } from '../kit/list-toolbar.tsx'
import { TabHeader } from '../kit/panel.tsx'
import { useCatalogue, useOpenRow } from '../kit/rows/catalogue.ts'
import { actionsColumn, DeleteDialog, RowsTable, StatusToolbar, statusColumn } from '../kit/rows/catalogue-parts.tsx'
import { OpenedRow } from '../kit/rows/opened-row.tsx'
import { OrderButton, OrderItems, useRowMoves } from '../kit/rows/row-order.tsx'
import type { Column } from '../kit/table-parts.tsx'
import { DownloadLink, ToolButton, ToolLink } from '../kit/tool-button.tsx'
import { PAGE_SIZE } from '../kit/use-list-state.ts'
import { UnusedTabLinks } from '../unused-tab-links.tsx'
import { ProductImport } from './import/product-import.tsx'
import { MergeConcerns } from './merge-concerns.tsx'
import { MergeProductCategories } from './merge-product-categories.tsx'
import { priceLabel } from './price-label.ts'
import { ProductDialog } from './product-dialog.tsx'
import { products } from './products.ts'

/** The shop's products; a product that the address names is open over the list. */
export function ProductsTab() {
  const { id } = useParams()
  const { navigate } = useRouter()
  const open = useOpenRow(products)
  const close = () => open()
  const [createdId, setCreatedId] = useState<number>()
  /** Opens the page of the shop's order that a new product is on. */
  const showCreated = (product: OwnerProduct) => {
    setCreatedId(product.id)
    const page = Math.ceil(product.position / PAGE_SIZE)
    navigate(page > 1 ? `/admin/products?page=${page}` : '/admin/products', { stay: true })
  }
  if (id === 'import') return <ProductImport />
  return (
    <>
      <ProductList highlightedId={createdId} />
      {id !== undefined && (
        <OpenedRow key={id} noun={products} id={id} onClose={close}>
          {(product) => <ProductDialog product={product} onSaved={product ? close : showCreated} onClose={close} />}
        </OpenedRow>
      )}
    </>
  )
}

/** `highlightedId` is scrolled to and marked once it is on the page: a product that was just created. */
function ProductList({ highlightedId }: { highlightedId: number | undefined }) {
  const catalogue = useCatalogue(products, ['category'])
  const { list } = catalogue
  const { data: categories = [] } = useQuery(ownerProductCategoriesQuery())
  const open = useOpenRow(products)
  const order = useReorderProducts()
  const moves = useRowMoves(catalogue, order)
  const actions = actionsColumn(
    catalogue,
    ({ id }) => open(id),
    (row) => <OrderItems of={catalogue} row={row} onMove={moves.move} top="Move to the top of the shop" />,
  )
  return (
    <>
      <TabHeader
        title="Products"
        description="What the shop shows, in its order."
        more={
          <>
            <UnusedTabLinks from="products" />
            <ToolLink href="/admin/products/import">
              <Upload aria-hidden="true" className="size-4" />
              Import CSV
            </ToolLink>
            {!catalogue.isTrash && (
              <>
                <DownloadLink href={productsFileHref(list.query)}>
                  <Download aria-hidden="true" className="size-4" />
                  Export CSV
                </DownloadLink>
                <MergeConcerns />
              </>
            )}
          </>
        }
      >
        <ToolButton tone="primary" onClick={() => open('new')}>
          <Plus aria-hidden="true" className="size-4" />
          New Product
        </ToolButton>
      </TabHeader>
      <StatusToolbar of={catalogue}>
        <ListFilter
          list={list}
          name="category"
          label="Category"
          options={[['', 'All categories'], ...categories.map((name) => [name, name] as const)]}
        />
        <MergeProductCategories
          key={list.filter('category')}
          name={list.filter('category')}
          categories={categories}
          onMerged={(category) => list.change({ category })}
        />
        <OrderButton list={list}>Shop order</OrderButton>
      </StatusToolbar>
      <RowsTable of={catalogue} columns={[...columns, actions]} highlightedId={highlightedId}>
        <p className="mt-2">Add the first one by hand, or bring a list along as a CSV file.</p>
        <div className="mt-5 flex flex-wrap justify-center gap-2">
          <ToolButton tone="primary" onClick={() => open('new')}>
            New Product
          </ToolButton>
          <ToolLink href="/admin/products/import">Import CSV</ToolLink>
        </div>
      </RowsTable>
      {moves.region}
      <DeleteDialog of={catalogue}>
        {([first, ...others]) => (
          <p className="wrap-anywhere">
            {others.length === 0 ? <strong>{first?.name}</strong> : 'They'} will be gone from the shop, the search and
            every article. The clicks that were counted stay in the analytics.
          </p>
        )}
      </DeleteDialog>
    </>
  )
}

const columns: Column<OwnerProduct>[] = [
  { key: 'name', header: 'Name', isSortable: true, cell: (product) => <NameCell product={product} /> },
  {
    key: 'price',
    header: 'Price',
    isSortable: true,
    isNumber: true,
    className: 'md:w-28',
    cell: (product) => <span className="tabular-nums">{priceLabel(product)}</span>,
  },
  {
    key: 'category',
    header: 'Category',
    isSortable: true,
    className: 'md:w-48',
    cell: ({ category }) => (
      <span dir="auto" className="wrap-anywhere">
        {category}
      </span>
    ),
  },
  statusColumn(),
]

function NameCell({ product }: { product: OwnerProduct }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Picture
        picture={product.picture}
        src={product.imageUrl}
        alt=""
        sizes="48px"
        className="size-12 shrink-0 rounded-lg max-md:size-10 border border-line"
      />
      <span className="min-w-0">
        <span dir="auto" className="block text-[0.9375rem] wrap-anywhere whitespace-pre-line">
          {product.name}
        </span>
        <BrandAndRating facts={product.facts} />
      </span>
    </div>
  )
}

function BrandAndRating({ facts: { brand, rating } }: Pick<OwnerProduct, 'facts'>) {
  if (brand === '' && rating === null) return null
  return (
    <span className="block text-sm text-ink-soft wrap-anywhere max-md:hidden">
      {brand}
      {brand !== '' && rating !== null && ' · '}
      {rating !== null && (
        <>
          <span className="sr-only">Rated {rating} out of 5</span>
          <span aria-hidden="true">★ {rating}</span>
        </>
      )}
    </span>
  )
}
