import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { OwnerProduct } from '../../../contract/shop/products.ts'
import { ApiError } from '../../data/api.ts'
import { ownerProductQuery } from '../../data/owner/products.ts'
import { productHref } from '../../hrefs.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { ToolButton, toolClass } from '../kit/tool-button.tsx'
import { ProductForm } from './product-form.tsx'
import { useOpenProduct } from './use-open-product.ts'

/** A product to edit, or a new one for the id 'new'. */
export function ProductDialog({ id, onCreated }: { id: string; onCreated: (product: OwnerProduct) => void }) {
  return id === 'new' ? <EditDialog title="New Product" onCreated={onCreated} /> : <LoadingDialog id={id} />
}

function LoadingDialog({ id }: { id: string }) {
  const { data, error, isError, refetch } = useQuery(ownerProductQuery(Number(id)))
  // What is being edited stays what it was when it was opened; the version tells whether it still is.
  const [opened, setOpened] = useState<OwnerProduct>()
  if (data && !opened) setOpened(data)
  if (opened) return <EditDialog title="Edit Product" product={opened} />
  return (
    <PlainDialog title="Edit Product">
      {!isError ? (
        <FormSkeleton />
      ) : error instanceof ApiError && error.status === 404 ? (
        <StatusMessage>There is no such product. It may have been deleted.</StatusMessage>
      ) : (
        <StatusMessage tone="error">
          The product could not be loaded.
          <ToolButton className="ml-3" onClick={() => void refetch()}>
            Try again
          </ToolButton>
        </StatusMessage>
      )}
    </PlainDialog>
  )
}

type EditDialogProps = { title: string; product?: OwnerProduct; onCreated?: (product: OwnerProduct) => void }

function EditDialog({ title, product, onCreated }: EditDialogProps) {
  const openProduct = useOpenProduct()
  const formId = useId()
  const [isDirty, setIsDirty] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const [areRevisionsOpen, setAreRevisionsOpen] = useState(false)
  const close = () => (isDirty ? setIsLeaving(true) : openProduct())
  return (
    <Dialog
      isOpen
      title={title}
      onClose={close}
      footer={
        <>
          {product && (
            <ToolButton tone="quiet" className="w-full sm:mr-auto sm:w-auto" onClick={() => setAreRevisionsOpen(true)}>
              Earlier versions
            </ToolButton>
          )}
          {product?.isActive && (
            <a href={productHref(product.slug)} target="_blank" rel="noopener" className={toolClass('quiet')}>
              View page<span className="sr-only"> (opens in a new tab)</span>
            </a>
          )}
          <ToolButton onClick={close}>Cancel</ToolButton>
          <ToolButton type="submit" form={formId} tone="primary" disabled={isSaving}>
            {isSaving ? 'Saving...' : 'Save'}
          </ToolButton>
        </>
      }
    >
      <ProductForm
        id={formId}
        product={product}
        onDirty={setIsDirty}
        onSaving={setIsSaving}
        onSaved={(saved) => (onCreated ? onCreated(saved) : openProduct())}
        areRevisionsOpen={areRevisionsOpen}
        onRevisionsClose={() => setAreRevisionsOpen(false)}
      />
      <ConfirmDialog
        isOpen={isLeaving}
        title="Discard your changes?"
        confirmLabel="Discard"
        onConfirm={() => openProduct()}
        onClose={() => setIsLeaving(false)}
      >
        <p>What you changed in this product has not been saved.</p>
      </ConfirmDialog>
    </Dialog>
  )
}

function PlainDialog({ title, children }: { title: string; children: ReactNode }) {
  const openProduct = useOpenProduct()
  return (
    <Dialog isOpen title={title} onClose={() => openProduct()}>
      {children}
    </Dialog>
  )
}

function FormSkeleton() {
  return (
    <div role="status" className="space-y-5">
      <span className="sr-only">Loading the product…</span>
      {['name', 'category', 'price', 'link', 'image'].map((field) => (
        <Skeleton key={field} className="h-16 w-full" />
      ))}
    </div>
  )
}
