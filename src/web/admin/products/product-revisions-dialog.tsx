import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { printFact } from '../../../contract/shop/product-columns.ts'
import { blankFacts, type ProductFacts, productFacts } from '../../../contract/shop/product-facts.ts'
import { productFields } from '../../../contract/shop/product-fields.ts'
import type { ProductRevision } from '../../../contract/shop/product-revisions.ts'
import { productRevisionsQuery } from '../../data/owner/products.ts'
import { toast } from '../../lib/toast.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { Comparison } from '../kit/comparison.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { RevisionList } from '../kit/revision-list.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { type DiffPart, diffWords } from '../kit/word-diff.ts'
import { priceLabel } from './price-label.ts'
import type { ProductFormState, ProductFormValues } from './products.ts'

type ProductRevisionsDialogProps = { productId: number; form: ProductFormState; onClose: () => void }

type FieldName = keyof typeof productFields
const fieldNames = Object.keys(productFields) as FieldName[]
const factNames = Object.keys(productFacts) as (keyof ProductFacts)[]

/** The last revisions of a product, each compared with the form; restoring one fills the form. */
export function ProductRevisionsDialog({ productId, form, onClose }: ProductRevisionsDialogProps) {
  const revisions = useQuery(productRevisionsQuery(productId))
  const [chosen, setChosen] = useState<number>()
  const revision = revisions.data?.find(({ id }) => id === chosen)
  const restore = () => {
    if (!revision) return
    fill(form, revision.product)
    onClose()
    toast(adminMessages.productVersionShown)
  }

  return (
    <Dialog
      isOpen
      title="Earlier versions"
      onClose={onClose}
      size="large"
      footer={
        <>
          <ToolButton onClick={onClose}>Close</ToolButton>
          <ToolButton tone="primary" disabled={!revision} onClick={restore}>
            Restore this version
          </ToolButton>
        </>
      }
    >
      {revisions.isError && (
        <StatusMessage tone="error">
          The earlier versions could not be loaded.
          <ToolButton className="ml-3" onClick={() => void revisions.refetch()}>
            Try again
          </ToolButton>
        </StatusMessage>
      )}
      {revisions.isPending && <Skeleton className="h-64 w-full" />}
      {revisions.data && (
        <div className="grid items-start gap-5 md:grid-cols-[15rem_minmax(0,1fr)]">
          <RevisionList
            revisions={revisions.data.map(({ product, ...rest }) => ({
              ...rest,
              title: product.name,
              detail: `${priceLabel(product)} · ${product.isActive ? 'Active' : 'Inactive'}`,
            }))}
            chosen={chosen}
            onChoose={setChosen}
          />
          <div aria-live="polite">
            {!revision && <p className="text-ink-soft">Choose a version to compare it with the form.</p>}
            {revision && (
              <Comparison
                before="In the form now"
                after="In this version"
                fields={differences(form.getValues(), revision.product)}
              />
            )}
          </div>
        </div>
      )}
    </Dialog>
  )
}

function fill(form: ProductFormState, { facts, ...product }: ProductRevision['product']): void {
  for (const name of fieldNames) form.setValue(name, product[name], { shouldDirty: true })
  if (facts) form.setValue('facts', facts, { shouldDirty: true })
  void form.trigger()
}

function differences(before: ProductFormValues, after: ProductRevision['product']) {
  return [...fieldDifferences(before, after), ...factDifferences(before.facts, after.facts)]
}

/** None for a version that was saved before products had facts: restoring it keeps them. */
function factDifferences(before: ProductFormValues['facts'], after: ProductFacts | undefined) {
  if (!after) return []
  return factNames
    .map((name) => ({
      name,
      from: String(printFact(name, { ...blankFacts, ...before } as ProductFacts)),
      to: String(printFact(name, after)),
    }))
    .filter(({ from, to }) => from !== to)
    .map(({ name, from, to }) => ({ key: name, label: productFacts[name].label, parts: diffWords(from, to) }))
}

function fieldDifferences(before: ProductFormValues, after: ProductRevision['product']) {
  return fieldNames
    .filter((name) => before[name] !== after[name])
    .map((name) => ({
      key: name,
      label: productFields[name].label,
      parts: compare(name, toText(before[name]), toText(after[name])),
    }))
}

/** Word by word, but an amount as a whole. */
function compare(name: FieldName, before: string, after: string): DiffPart[] {
  if (name !== 'price') return diffWords(before, after)
  return [
    { text: before, kind: 'removed' },
    { text: after, kind: 'added' },
  ]
}

function toText(value: string | boolean | undefined): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return value ?? ''
}
