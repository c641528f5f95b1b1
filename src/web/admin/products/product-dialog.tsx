import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ProductInput } from '../../../contract/shop/product-fields.ts'
import type { OwnerProduct } from '../../../contract/shop/products.ts'
import { productCalls } from '../../data/owner/products.ts'
import { useQueries } from '../../environment.tsx'
import { productHref } from '../../hrefs.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { EditDialog } from '../kit/rows/edit-dialog.tsx'
import { useRowForm } from '../kit/rows/use-row-form.ts'
import { ToolButton, toolClass } from '../kit/tool-button.tsx'
import { FactGroups } from './facts/fact-groups.tsx'
import { ProductFields } from './product-fields.tsx'
import { ProductRevisionsDialog } from './product-revisions-dialog.tsx'
import { type ProductFormState, products, valuesOf, withoutEmptyRows } from './products.ts'

const resolve = zodResolver(ProductInput)
const resolver: typeof resolve = (values, context, options) => resolve(withoutEmptyRows(values), context, options)

type ProductDialogProps = {
  product: OwnerProduct | undefined
  /** The suggested name of a new one. */
  name?: string
  onSaved: (product: OwnerProduct) => void
  onClose: () => void
}

/** A product to edit, or a new one. */
export function ProductDialog({ product, name, onSaved, onClose }: ProductDialogProps) {
  const { data: site } = useQuery(useQueries().site())
  const edit = useRowForm({
    one: products.one,
    row: product,
    toValues: (row) => valuesOf(row, site?.currency, name),
    schema: ProductInput,
    resolver,
    save: productCalls.useSave(),
    onSaved: (saved) => {
      toast(product ? adminMessages.productSaved(saved.name) : adminMessages.productCreated(saved.name))
      onSaved(saved)
    },
  })
  return (
    <EditDialog
      title={product ? 'Edit Product' : 'New Product'}
      one={products.one}
      edit={edit}
      onClose={onClose}
      footer={product && <ProductLinks product={product} form={edit.form} />}
    >
      <ProductFields form={edit.form} />
      <div className="mt-6">
        <FactGroups form={edit.form} />
      </div>
    </EditDialog>
  )
}

function ProductLinks({ product, form }: { product: OwnerProduct; form: ProductFormState }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ToolButton tone="quiet" className="w-full sm:mr-auto sm:w-auto" onClick={() => setIsOpen(true)}>
        Earlier versions
      </ToolButton>
      {product.isActive && (
        <a href={productHref(product.slug)} target="_blank" rel="noopener" className={toolClass('quiet')}>
          View page<span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
      {isOpen && <ProductRevisionsDialog productId={product.id} form={form} onClose={() => setIsOpen(false)} />}
    </>
  )
}
