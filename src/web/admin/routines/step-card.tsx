import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { RoutineTime } from '../../../contract/content/routines.ts'
import type { Product } from '../../../contract/shop/products.ts'
import { ApiError } from '../../data/api.ts'
import { productCalls } from '../../data/owner/products.ts'
import { Picture } from '../../ui/picture.tsx'
import { ProductChoice } from '../editor/rich/product-picker.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { TextAreaField, TextField } from '../kit/form-fields.tsx'
import { StatusBadge } from '../kit/status-badge.tsx'
import { IconButton, ToolButton } from '../kit/tool-button.tsx'
import type { RoutineFormState } from './routines.ts'

type StepCardProps = {
  form: RoutineFormState
  /** Index in the steps of both times. */
  at: number
  dragKey: string
  handle: ReactNode
  className: string
  /** From 1, in the morning or the evening. */
  number: number
  time: RoutineTime
  isLast: boolean
  onStep: (by: -1 | 1) => void
  onRemove: () => void
}

export function StepCard(props: StepCardProps) {
  const { form, at, dragKey, handle, className, number, time, isLast, onStep, onRemove } = props
  const { register, formState } = form
  const errors = formState.errors.steps?.[at]
  const name = `step ${number} of the ${time}`
  const field = (key: 'kind' | 'amount' | 'often' | 'wait' | 'why' | 'swap') => ({
    error: errors?.[key]?.message,
    ...register(`steps.${at}.${key}`),
  })
  return (
    <li data-drag={dragKey} className={`rounded-lg border border-line bg-paper p-3 ${className}`}>
      <fieldset className="min-w-0">
        <legend className="sr-only">{name}</legend>
        <div className="flex flex-wrap items-center gap-x-1">
          {handle}
          <p aria-hidden="true" className="mr-auto text-sm font-semibold">
            Step {number}
          </p>
          <span className="flex">
            <IconButton label={`Move ${name} up`} data-move="-1" disabled={number === 1} onClick={() => onStep(-1)}>
              <ArrowUp aria-hidden="true" className="size-5" />
            </IconButton>
            <IconButton label={`Move ${name} down`} data-move="1" disabled={isLast} onClick={() => onStep(1)}>
              <ArrowDown aria-hidden="true" className="size-5" />
            </IconButton>
          </span>
          <IconButton label={`Remove ${name}`} danger onClick={onRemove}>
            <Trash2 aria-hidden="true" className="size-5" />
          </IconButton>
        </div>
        <div className="mt-2 grid gap-4 sm:grid-cols-2">
          <TextField label="Kind" placeholder="Cleanser" {...field('kind')} maxLength={60} autoComplete="off" />
          <StepProduct form={form} name={`steps.${at}.productId`} label="Product" kindName={`steps.${at}.kind`} />
          <TextField
            label="How much"
            placeholder="A pea-sized amount"
            {...field('amount')}
            maxLength={120}
            autoComplete="off"
          />
          <TextField label="How often" placeholder="Every day" {...field('often')} maxLength={120} autoComplete="off" />
          <TextField
            label="Wait"
            placeholder="One minute"
            {...field('wait')}
            className="sm:col-span-2"
            maxLength={120}
            autoComplete="off"
          />
          <TextAreaField label="Why" {...field('why')} className="sm:col-span-2" rows={2} maxLength={400} />
          <TextField label="Instead, for sensitive skin" {...field('swap')} maxLength={300} autoComplete="off" />
          <StepProduct form={form} name={`steps.${at}.swapProductId`} label="Product for sensitive skin" />
        </div>
      </fieldset>
    </li>
  )
}

type StepProductProps = {
  form: RoutineFormState
  name: `steps.${number}.productId` | `steps.${number}.swapProductId`
  label: string
  /** The field that gets the product's category, if it is empty. */
  kindName?: `steps.${number}.kind`
}

/** The product of a step, chosen in a dialog. */
function StepProduct({ form, name, label, kindName }: StepProductProps) {
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
  const { data, error } = useQuery(productCalls.one(id))
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
