import { useQuery } from '@tanstack/react-query'
import { blankFacts, type ProductFacts } from '../../../../contract/shop/product-facts.ts'
import { productSuggestionsQuery } from '../../../data/owner/products.ts'
import type { ProductFormState } from '../products.ts'
import { AudienceFields, DisclosureFields, FactsFields, ShopsFields, VerdictFields } from './fact-fields.tsx'
import { FactGroup } from './fact-group.tsx'

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

/** What a product may say beyond the specified fields, in groups that open. */
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
    </div>
  )
}

function isFilled(name: FactName, value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return value !== undefined && value !== blankFacts[name]
}
