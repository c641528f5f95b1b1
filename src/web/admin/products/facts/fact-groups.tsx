import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { blankFacts, type ProductFacts } from '../../../../contract/shop/product-facts.ts'
import { hasOwnWords, OWN_WORDS_MIN } from '../../../../contract/shop/thin-page.ts'
import { productSuggestionsQuery } from '../../../data/owner/products.ts'
import type { ProductFormState } from '../products.ts'
import { AudienceFields, DisclosureFields, FactsFields, ShopsFields, VerdictFields } from './fact-fields.tsx'

type FactName = keyof ProductFacts

const groups: { title: string; facts: FactName[]; Fields: typeof FactsFields }[] = [
  {
    title: 'Facts',
    facts: [
      ...(['brand', 'sizeAmount', 'texture', 'keyIngredients', 'spf', 'comedogenicNote'] as const),
      ...(['fragranceFree', 'alcoholFree', 'vegan', 'crueltyFree', 'moreImages'] as const),
    ],
    Fields: FactsFields,
  },
  { title: 'Who it is for', facts: ['skinTypes', 'concerns', 'forWhom', 'notForWhom'], Fields: AudienceFields },
  { title: 'Verdict', facts: ['rating', 'verdict', 'pros', 'cons'], Fields: VerdictFields },
  { title: 'Shops', facts: ['shopName', 'priceCheckedOn', 'otherShops', 'fallbackUrl'], Fields: ShopsFields },
  { title: 'Disclosure', facts: ['obtained', 'testedWeeks'], Fields: DisclosureFields },
]

/** Shows what a product may say beyond the specified fields, in groups that open. */
export function FactGroups({ form }: { form: ProductFormState }) {
  const { data: suggestions = { brands: [], concerns: [], ingredients: [] } } = useQuery(productSuggestionsQuery())
  const values = form.watch('facts') ?? {}
  const faults = form.formState.errors.facts ?? {}
  return (
    <div>
      {groups.map(({ title, facts, Fields }) => (
        <FactGroup
          key={title}
          title={title}
          filled={facts.filter((name) => isFilled(name, values[name])).length}
          hasError={facts.some((name) => name in faults) || (title === 'Facts' && Boolean(form.formState.errors.slug))}
        >
          <Fields form={form} suggestions={suggestions} />
        </FactGroup>
      ))}
      {!hasOwnWords(values) && (
        <p className="mt-4 text-sm text-ink-soft">
          Search engines are asked to leave the page of this product out, because it has no words of your own yet: a
          verdict, a pro or con, or {OWN_WORDS_MIN} words about whom it suits.
        </p>
      )}
    </div>
  )
}

function isFilled(name: FactName, value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return value !== undefined && value !== blankFacts[name]
}

type FactGroupProps = {
  title: string
  /** How many of its facts say something. */
  filled: number
  hasError: boolean
  children: ReactNode
}

/** A part of the form that opens; its fields are made when it is first opened, and stay then. */
function FactGroup({ title, filled, hasError, children }: FactGroupProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const details = useRef<HTMLDetailsElement>(null)
  if (hasError && !wasOpen) setWasOpen(true)
  useEffect(() => {
    if (!hasError) return
    setIsOpen(true)
    const form = details.current?.closest('form')
    // A field in a closed group could not take the focus when the form was sent.
    if (details.current && !form?.querySelector('[aria-invalid]:focus')) {
      details.current.open = true
      details.current.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    }
  }, [hasError])
  return (
    <details
      ref={details}
      open={isOpen}
      onToggle={(event) => {
        setIsOpen(event.currentTarget.open)
        if (event.currentTarget.open) setWasOpen(true)
      }}
      className="group border-t border-line last:border-b"
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 py-2 text-sm font-semibold text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 transition-transform group-open:rotate-90" />
        {title}
        <span className="ml-auto font-normal text-ink-soft">
          {filled > 0 && `${filled} filled in`}
          {hasError && <span className="ml-2 text-alert-deep">Please look at it</span>}
        </span>
      </summary>
      {wasOpen && <div className="space-y-5 pt-2 pb-6">{children}</div>}
    </details>
  )
}
