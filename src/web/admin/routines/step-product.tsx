import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Product } from '../../../contract/shop/products.ts'
import { ApiError } from '../../data/api.ts'
import { ownerProductQuery } from '../../data/owner/products.ts'
import { Picture } from '../../ui/picture.tsx'
import { ProductChoice } from '../editor/rich/product-picker.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { StatusBadge } from '../kit/status-badge.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import type { RoutineFormState } from './routine-form-state.ts'

type StepProductProps = {
  form: RoutineFormState
  name: `steps.${number}.productId` | `steps.${number}.swapProductId`
  label: string
  /** The field that gets the product's category, if it is empty. */
  kindName?: `steps.${number}.kind`
}

/** The product of a step, chosen in a dialog. */
export function StepProduct({ form, name, label, kindName }: StepProductProps) {
  const [isChoosing, setIsChoosing] = useState(false)
  const id = form.watch(name) ?? null
  const choose = (product: Product | null) => {
    form.setValue(name, product?.id ?? null, { shouldDirty: true })
    if (product && kindName && !form.getValues(kindName))
      form.setValue(kindName, product.category.slice(0, 60), {
        shouldDirty: true,
        shouldValidate: form.formState.isSubmitted,
      })
    setIsChoosing(false)
  }
  return (
    <div className="min-w-0">
      <p className="mb-1 text-sm font-semibold">{label}</p>
      {id !== null && <ChosenProduct id={id} />}
      <div className="flex flex-wrap gap-2">
        <ToolButton onClick={() => setIsChoosing(true)}>
          {id === null ? 'Choose' : 'Change'}
          <span className="sr-only">: {label}</span>
        </ToolButton>
        {id !== null && (
          <ToolButton tone="quiet" onClick={() => choose(null)}>
            Remove<span className="sr-only">: {label}</span>
          </ToolButton>
        )}
      </div>
      <Dialog isOpen={isChoosing} title="Choose a product" onClose={() => setIsChoosing(false)}>
        <ProductChoice onChoose={choose} chosen={id === null ? [] : [id]} />
      </Dialog>
    </div>
  )
}

function ChosenProduct({ id }: { id: number }) {
  const { data, error } = useQuery(ownerProductQuery(id))
  if (error instanceof ApiError && error.status === 404)
    return <p className="mb-2 text-sm font-medium text-alert-deep">This product is gone. Readers see the kind alone.</p>
  return (
    <div className="mb-2 flex min-h-12 min-w-0 items-center gap-3">
      <Picture
        picture={data?.picture ?? null}
        src={data?.imageUrl}
        alt=""
        sizes="48px"
        className="size-12 shrink-0 rounded-md"
      />
      <span dir="auto" className="min-w-0 text-sm wrap-anywhere">
        {data?.name ?? (error ? 'The product could not be loaded.' : 'Loading…')}
      </span>
      {data && !data.isActive && <StatusBadge tone="quiet">Inactive</StatusBadge>}
    </div>
  )
}
