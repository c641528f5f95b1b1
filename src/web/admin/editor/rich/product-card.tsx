import { useQuery } from '@tanstack/react-query'
import { ShoppingBag, Trash2, TriangleAlert } from 'lucide-react'
import { formatPrice } from '../../../../contract/format-price.ts'
import { ApiError } from '../../../data/api.ts'
import { ownerProductQuery } from '../../../data/owner/products.ts'
import { Picture } from '../../../ui/picture.tsx'
import { IconButton } from '../../kit/tool-button.tsx'

/** Product boxes are fetched at most once a minute. */
const cacheOptions = { staleTime: 60_000, gcTime: 300_000, retry: false }

type ProductCardProps = { id: number; isSelected: boolean; onRemove: () => void }

/** A product box in the editor, with current data and a warning if readers do not see it. */
export function ProductCard({ id, isSelected, onRemove }: ProductCardProps) {
  const { data: product, error, isPending } = useQuery({ ...ownerProductQuery(id), ...cacheOptions })
  const isDeleted = error instanceof ApiError && error.status === 404
  return (
    <div
      className={`flex items-center gap-4 rounded-card border bg-white p-3 font-sans text-base leading-normal ${isSelected ? 'border-accent-deep ring-2 ring-accent' : 'border-line'}`}
    >
      {product ? (
        <Picture
          picture={product.picture}
          src={product.imageUrl}
          alt=""
          sizes="72px"
          className="size-18 shrink-0 rounded-lg"
        />
      ) : (
        <span className="grid size-18 shrink-0 place-items-center rounded-lg bg-cream">
          <ShoppingBag aria-hidden="true" strokeWidth={1.5} className="size-6 text-ink-faint" />
        </span>
      )}
      <span className="min-w-0 grow">
        <span className="block text-xs text-ink-faint">Product box</span>
        <strong dir="auto" className="line-clamp-2 font-semibold wrap-anywhere">
          {product?.name ?? (isPending ? 'Loading...' : `Product ${id}`)}
        </strong>
        {product && (
          <span className="block text-sm text-ink-soft tabular-nums">
            {formatPrice(product.price, product.currency)}
          </span>
        )}
        {product && !product.isActive && <Warning>Inactive: readers do not see this box.</Warning>}
        {isDeleted && <Warning>This product was deleted: readers do not see this box.</Warning>}
        {error && !isDeleted && <Warning>The product could not be loaded. The box is kept.</Warning>}
      </span>
      <IconButton label="Remove product box" danger onClick={onRemove}>
        <Trash2 aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  )
}

function Warning({ children }: { children: string }) {
  return (
    <span className="mt-1 flex items-center gap-1.5 text-sm font-medium text-alert-deep">
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      {children}
    </span>
  )
}
