import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { currencyFault } from '../../../contract/shop/prices.ts'
import { blankFacts } from '../../../contract/shop/product-facts.ts'
import { blankProduct, ProductInput, ProductValues } from '../../../contract/shop/product-fields.ts'
import type { OwnerProduct, ProductConflict } from '../../../contract/shop/products.ts'
import { ApiError } from '../../data/api.ts'
import { submission } from '../../data/mutations.ts'
import { useSaveProduct } from '../../data/owner/products.ts'
import { useQueries } from '../../environment.tsx'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { showServerError } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { FactGroups } from './facts/fact-groups.tsx'
import { withoutEmptyRows } from './facts/without-empty-rows.ts'
import { ProductFields, type ProductFormState, type ProductFormValues } from './product-fields.tsx'
import { ProductRevisionsDialog } from './product-revisions-dialog.tsx'

const resolve = zodResolver(ProductInput)

type ProductFormProps = {
  id: string
  product?: OwnerProduct
  onDirty: (isDirty: boolean) => void
  onSaving: (isSaving: boolean) => void
  onSaved: (product: OwnerProduct) => void
  areRevisionsOpen: boolean
  onRevisionsClose: () => void
}

export function ProductForm(props: ProductFormProps) {
  const { id, product, onDirty, onSaving, onSaved, areRevisionsOpen, onRevisionsClose } = props
  const { data: site } = useQuery(useQueries().site())
  const form: ProductFormState = useForm({
    defaultValues: product ? toValues(product) : blank(site?.currency),
    resolver: (values, context, options) => resolve(withoutEmptyRows(values), context, options),
  })
  const { isDirty } = form.formState
  // Before the next key: an Escape must find what was typed.
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const { save, conflict, resolveConflict } = useSave({ form, product, onSaving, onSaved })

  return (
    <form id={id} noValidate onSubmit={save}>
      <ProductFields form={form} />
      <div className="mt-6">
        <FactGroups form={form} />
      </div>
      {form.formState.errors.root && (
        <StatusMessage tone="error" className="mt-5">
          {form.formState.errors.root.message}
        </StatusMessage>
      )}
      {conflict && (
        <StatusMessage tone="error" className="mt-5">
          This product was changed in another window. Your changes are still here.
          <span className="mt-3 flex flex-wrap gap-2">
            <ToolButton onClick={() => resolveConflict('theirs')}>Show the other version</ToolButton>
            <ToolButton tone="primary" onClick={() => resolveConflict('mine')}>
              Save mine
            </ToolButton>
          </span>
        </StatusMessage>
      )}
      {product && areRevisionsOpen && (
        <ProductRevisionsDialog productId={product.id} form={form} onClose={onRevisionsClose} />
      )}
    </form>
  )
}

type SaveOptions = Pick<ProductFormProps, 'product' | 'onSaving' | 'onSaved'> & { form: ProductFormState }

/** Saves the form; what the server refuses stands at its field. `newer` is what another window saved in between. */
function useSave({ form, product, onSaving, onSaved }: SaveOptions) {
  const mutation = useSaveProduct()
  const [conflict, setConflict] = useState<OwnerProduct>()
  /** What is saved over: the version that was opened, until the owner has seen another. */
  const version = useRef(product?.version ?? 0)
  useEffect(() => onSaving(mutation.isPending), [mutation.isPending, onSaving])

  const save = form.handleSubmit((input) => {
    const current = product && { id: product.id, version: version.current }
    mutation.mutate(submission({ input, current }), {
      onSuccess: (saved) => {
        const { name } = saved
        toast(product ? adminMessages.productSaved(name) : adminMessages.productCreated(name))
        onSaved(saved)
      },
      onError: (error) => {
        if (error instanceof ApiError && error.status === 409) setConflict((error.body as ProductConflict).current)
        else showServerError(form, error, 'The product was not saved:')
      },
    })
  })

  const resolveConflict = (whose: 'mine' | 'theirs') => {
    if (!conflict) return
    version.current = conflict.version
    setConflict(undefined)
    if (whose === 'mine') void save()
    else form.reset(toValues(conflict))
  }
  return { save, conflict, resolveConflict }
}

function blank(currency = 'USD'): ProductFormValues {
  return { ...blankProduct, currency: currencyFault(currency) ? 'USD' : currency, slug: '', facts: blankFacts }
}

function toValues(product: OwnerProduct): ProductFormValues {
  return { ...ProductValues.parse(product), slug: product.slug, facts: product.facts }
}
