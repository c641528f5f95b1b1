import { ArrowDown, ArrowUp, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog } from '../../kit/dialog.tsx'
import { IconButton, ToolButton } from '../../kit/tool-button.tsx'
import { useAnnouncement } from '../../kit/use-announcement.tsx'
import { GoneWarning } from './gone-warning.tsx'
import { ProductChoice } from './product-picker.tsx'
import { isGone, useProducts } from './use-products.ts'

type ProductsDialogProps = {
  title: string
  /** The main button. */
  action: string
  range: [min: number, max: number]
  chosen: [ids: number[], onChange: (ids: number[]) => void]
  /** Undefined while the rest of the dialog is incomplete. */
  onApply: (() => void) | undefined
  onClose: () => void
  children?: ReactNode
}

/** Chooses several products, in their order. */
export function ProductsDialog({ title, action, range, chosen, onApply, onClose, children }: ProductsDialogProps) {
  const [min, max] = range
  const [ids, onChange] = chosen
  const isFull = ids.length >= max
  const apply = ids.length < min ? undefined : onApply
  const toggle = (id: number) => {
    if (ids.includes(id)) onChange(ids.filter((other) => other !== id))
    else if (!isFull) onChange([...ids, id])
  }
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      footer={
        <>
          <p role="status" className="mr-auto self-center text-sm">
            {ids.length} chosen{isFull && ', as many as a block may have'}
            {min > 1 && ids.length < min && `, please choose at least ${min}`}
          </p>
          <ToolButton onClick={onClose}>Cancel</ToolButton>
          <ToolButton tone="primary" aria-disabled={apply === undefined} onClick={apply}>
            {action}
          </ToolButton>
        </>
      }
    >
      <ChosenProducts ids={ids} onChange={onChange} />
      {children}
      <ProductChoice chosen={ids} onChoose={({ id }) => toggle(id)} />
    </Dialog>
  )
}

type ChosenProductsProps = { ids: readonly number[]; onChange: (ids: number[]) => void }

/** The chosen products in their order, which buttons change. */
function ChosenProducts({ ids, onChange }: ChosenProductsProps) {
  const products = useProducts(ids)
  const { announce, region } = useAnnouncement()
  const nameOf = (at: number) => products[at]?.product?.name ?? `Product ${ids[at]}`
  const move = (at: number, by: 1 | -1) => {
    const next = [...ids]
    next.splice(at + by, 0, ...next.splice(at, 1))
    announce(`${nameOf(at)} is number ${at + by + 1} of ${ids.length}`)
    onChange(next)
  }
  const leaveOut = (at: number) => {
    announce(`${nameOf(at)} is left out`)
    onChange(ids.toSpliced(at, 1))
  }
  return (
    <>
      <fieldset hidden={ids.length === 0} className="mb-4 divide-y divide-line">
        <legend className="mb-1 font-medium">In this order</legend>
        {products.map((found, at) => {
          const name = nameOf(at)
          return (
            <div key={found.id} data-row="" data-name={name} className="flex items-center gap-1 py-1">
              <span className="min-w-0 flex-1">
                <span dir="auto" className="line-clamp-1 font-medium wrap-anywhere">
                  {at + 1}. {name}
                </span>
                {isGone(found) && (
                  <GoneWarning>
                    {found.isDeleted ? 'Deleted: readers do not see it.' : 'Inactive: readers do not see it.'}
                  </GoneWarning>
                )}
              </span>
              <IconButton label={`Move ${name} up`} aria-disabled={at === 0} onClick={() => at > 0 && move(at, -1)}>
                <ArrowUp aria-hidden="true" className="size-4" />
              </IconButton>
              <IconButton
                label={`Move ${name} down`}
                aria-disabled={at === ids.length - 1}
                onClick={() => at < ids.length - 1 && move(at, 1)}
              >
                <ArrowDown aria-hidden="true" className="size-4" />
              </IconButton>
              <IconButton label={`Leave out ${name}`} danger onClick={() => leaveOut(at)}>
                <X aria-hidden="true" className="size-4" />
              </IconButton>
            </div>
          )
        })}
      </fieldset>
      {region}
    </>
  )
}
