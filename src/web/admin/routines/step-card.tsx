import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RoutineTime } from '../../../contract/content/routines.ts'
import { TextAreaField, TextField } from '../kit/form-fields.tsx'
import { IconButton } from '../kit/tool-button.tsx'
import type { RoutineFormState } from './routine-form-state.ts'
import { StepProduct } from './step-product.tsx'

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
