import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine } from 'lucide-react'
import { formatPrice } from '../../../contract/shop/format-price.ts'
import type { OwnerProduct } from '../../../contract/shop/products.ts'
import { Picture } from '../../ui/picture.tsx'
import { Menu, MenuItem, MenuSeparator } from '../kit/menu.tsx'
import { StatusBadge } from '../kit/status-badge.tsx'
import type { Column } from '../kit/table-parts.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import type { ProductActions } from './use-product-actions.ts'

type ColumnOptions = {
  rows: OwnerProduct[]
  /** Only in the shop's own order is there an above and a below to move to. */
  isInShopOrder: boolean
  isReversed: boolean
  onEdit: (product: OwnerProduct) => void
  onDelete: (product: OwnerProduct) => void
  actions: ProductActions
}

export function productTableColumns(options: ColumnOptions): Column<OwnerProduct>[] {
  const { onEdit, onDelete } = options
  return [
    { key: 'name', header: 'Name', isSortable: true, cell: (product) => <NameCell product={product} /> },
    {
      key: 'price',
      header: 'Price',
      isSortable: true,
      isNumber: true,
      className: 'md:w-28',
      cell: ({ price, currency }) => <span className="tabular-nums">{formatPrice(price, currency)}</span>,
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
      cell: (product) => (
        <div className="flex flex-wrap items-center gap-1.5">
          <ToolButton onClick={() => onEdit(product)}>
            Edit<span className="sr-only">: {product.name}</span>
          </ToolButton>
          <ToolButton tone="danger" onClick={() => onDelete(product)}>
            Delete<span className="sr-only">: {product.name}</span>
          </ToolButton>
          <MoreMenu product={product} {...options} />
        </div>
      ),
    },
  ]
}

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

/** Where the row may go, and whether readers see it. */
function MoreMenu({ product, rows, isInShopOrder, isReversed, actions }: ColumnOptions & { product: OwnerProduct }) {
  const place = rows.findIndex((row) => row.id === product.id)
  const step = isReversed ? -1 : 1
  // Past the page's edge the neighbour is not known; its place is.
  const above = rows[place - 1]?.position ?? product.position - step
  const below = rows[place + 1]?.position ?? product.position + step
  const moveTo = (position: number) => () => actions.move({ ids: [product.id], position: Math.max(1, position) })
  return (
    <Menu label={`More for ${product.name}`}>
      {isInShopOrder && (
        <>
          <MenuItem onSelect={moveTo(above)} disabled={above < 1}>
            <ArrowUp aria-hidden="true" className="size-4" /> Move up
          </MenuItem>
          <MenuItem onSelect={moveTo(below)} disabled={below < 1}>
            <ArrowDown aria-hidden="true" className="size-4" /> Move down
          </MenuItem>
          <MenuItem onSelect={moveTo(1)}>
            <ArrowUpToLine aria-hidden="true" className="size-4" /> Move to the top of the shop
          </MenuItem>
          <MenuItem onSelect={moveTo(2_147_483_647)}>
            <ArrowDownToLine aria-hidden="true" className="size-4" /> Move to the end
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      {product.isActive ? (
        <MenuItem onSelect={() => actions.deactivate([product])}>Deactivate</MenuItem>
      ) : (
        <MenuItem onSelect={() => actions.activate([product])}>Activate</MenuItem>
      )}
    </Menu>
  )
}
