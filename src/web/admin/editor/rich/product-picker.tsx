import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { OwnerProduct, Product } from '../../../../contract/shop/products.ts'
import { productCalls } from '../../../data/owner/products.ts'
import { Picture } from '../../../ui/picture.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { TextField } from '../../kit/form-fields.tsx'
import { LoadFailure } from '../../kit/load-failure.tsx'
import { NewItemButton, type NewItemFormProps } from '../../kit/rows/new-item-button.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { priceLabel } from '../../products/price-label.ts'

type ProductPickerProps = {
  isOpen: boolean
  title?: string
  onChoose: (product: Product) => void
  onClose: () => void
}

/** Chooses the product of a block. */
export function ProductPicker({ isOpen, title = 'Insert a product', onChoose, onClose }: ProductPickerProps) {
  return (
    <Dialog isOpen={isOpen} title={title} onClose={onClose}>
      <ProductChoice onChoose={onChoose} />
    </Dialog>
  )
}

type ProductChoiceProps = {
  onChoose: (product: Product) => void
  /** Where several are chosen: those that are. */
  chosen?: readonly number[]
}

async function loadForm() {
  const { ProductDialog } = await import('../../products/product-dialog.tsx')
  return (props: NewItemFormProps<OwnerProduct>) => <ProductDialog product={undefined} {...props} />
}

/** The products to choose from, by a search, and a new one. */
export function ProductChoice({ onChoose, chosen }: ProductChoiceProps) {
  const [q, setQ] = useState('')
  const term = useDeferredValue(q.trim())
  const products = useQuery({
    ...productCalls.list({ q: term || undefined, limit: 30 }),
    placeholderData: (before) => before,
  })
  const { data, isPending } = products
  return (
    <>
      <TextField
        optional={null}
        label="Find a product"
        type="search"
        maxLength={200}
        value={q}
        onChange={(event) => setQ(event.target.value)}
        onKeyDown={(event) => {
          // Enter would submit the post's form.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <div className="mt-3 min-h-72">
        {isPending && <Skeleton className="h-72 w-full" />}
        <LoadFailure query={products}>The products could not be loaded.</LoadFailure>
        {data?.items.length === 0 && <p className="p-3 text-ink-soft">Nothing matches.</p>}
        <ul className="space-y-1">
          {data?.items.map((product) => (
            <li key={product.id}>
              <ProductButton
                product={product}
                isChosen={chosen?.includes(product.id)}
                onClick={() => onChoose(product)}
              />
            </li>
          ))}
        </ul>
      </div>
      <NewItemButton one="product" typed={q} load={loadForm} onCreated={onChoose} />
    </>
  )
}

type ProductButtonProps = { product: OwnerProduct; isChosen: boolean | undefined; onClick: () => void }

function ProductButton({ product, isChosen, onClick }: ProductButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onClick}
      className="flex w-full items-center gap-3 rounded-lg p-2 text-left hover:bg-cream aria-pressed:bg-cream"
    >
      <Picture
        picture={product.picture}
        src={product.imageUrl}
        alt=""
        sizes="48px"
        className="size-12 shrink-0 rounded-md"
      />
      <span className="min-w-0 grow">
        <span dir="auto" className="line-clamp-1 font-medium wrap-anywhere">
          {product.name}
        </span>
        <span className="block text-sm text-ink-soft">
          {priceLabel(product)} · {product.category}
        </span>
      </span>
      {isChosen && <Check aria-hidden="true" className="size-5 shrink-0 text-accent-deep" />}
      {!product.isActive && <StatusBadge tone="quiet">Inactive</StatusBadge>}
    </button>
  )
}
