import { useQuery } from '@tanstack/react-query'
import { ShoppingBag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { ratingLine } from '../../../../contract/content/product-lines.ts'
import type { OwnerProduct } from '../../../../contract/shop/products.ts'
import { ApiError } from '../../../data/api.ts'
import { productCalls } from '../../../data/owner/products.ts'
import { Picture } from '../../../ui/picture.tsx'
import { IconButton, ToolButton } from '../../kit/tool-button.tsx'
import { priceLabel } from '../../products/price-label.ts'
import { GoneWarning } from './gone-warning.tsx'
import { ProductPicker } from './product-picker.tsx'
import { cacheOptions } from './use-products.ts'

type ProductCardProps = {
  id: number
  /** Names the kind of block. */
  label?: string
  isSelected: boolean
  /** Leaves out the picture and the facts, which a preview below it shows. */
  isShort?: boolean
  onRemove: () => void
  /** Replaces the product. */
  onChoose: (id: number) => void
}

/** A product of a block in the editor, with current data and a warning if readers do not see it. */
export function ProductCard({
  id,
  label = 'Product box',
  isSelected,
  isShort = false,
  onRemove,
  onChoose,
}: ProductCardProps) {
  const { data: product, error, isPending } = useQuery({ ...productCalls.one(id), ...cacheOptions })
  const isDeleted = error instanceof ApiError && error.status === 404
  const name = label.toLowerCase()
  return (
    <div
      className={`flex flex-wrap items-center gap-4 rounded-card border border-line bg-white p-3 font-sans text-base leading-normal ${isSelected ? 'selected-block' : ''}`}
    >
      {isShort ? null : product ? (
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
      <span className="min-w-0 flex-1">
        <span className="block text-xs text-ink-faint">{label}</span>
        <strong dir="auto" className="line-clamp-2 font-semibold wrap-anywhere">
          {product?.name ?? (isPending ? 'Loading...' : `Product ${id}`)}
        </strong>
        {product && !isShort && <Facts product={product} />}
        {product && !product.isActive && (
          <GoneWarning>{`Inactive: readers do not see this ${noun(name)}.`}</GoneWarning>
        )}
        {isDeleted && <GoneWarning>{`This product was deleted: readers do not see this ${noun(name)}.`}</GoneWarning>}
        {error && !isDeleted && (
          <GoneWarning>{`The product could not be loaded. The ${noun(name)} is kept.`}</GoneWarning>
        )}
      </span>
      <IconButton label={`Remove ${name}`} danger onClick={onRemove}>
        <Trash2 aria-hidden="true" className="size-4" />
      </IconButton>
      {(isDeleted || product?.isActive === false) && <GoneActions onRemove={onRemove} onChoose={onChoose} />}
    </div>
  )
}

function Facts({ product }: { product: OwnerProduct }) {
  const lines = [product.obtainedLabel, priceLabel(product), ratingLine(product.facts), product.facts.verdict]
  return <span className="block text-sm text-ink-soft tabular-nums">{lines.filter(Boolean).join(' · ')}</span>
}

function noun(label: string): string {
  return label === 'product box' ? 'box' : label
}

function GoneActions({ onRemove, onChoose }: Pick<ProductCardProps, 'onRemove' | 'onChoose'>) {
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <span className="flex w-full flex-wrap gap-2">
      <ToolButton onClick={() => setIsChoosing(true)}>Choose another</ToolButton>
      <ToolButton tone="danger" onClick={onRemove}>
        Remove
      </ToolButton>
      {/* Outside of the editor, which would take the keys typed in the dialog. */}
      {isChoosing &&
        createPortal(
          <ProductPicker
            isOpen
            title="Choose another product"
            onChoose={({ id }) => {
              setIsChoosing(false)
              onChoose(id)
            }}
            onClose={() => setIsChoosing(false)}
          />,
          document.body,
        )}
    </span>
  )
}
