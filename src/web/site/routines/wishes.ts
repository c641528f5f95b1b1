import type { BuiltRoutine, RoutineWishes } from '../../../contract/content/routines.ts'
import { formatPrice } from '../../../contract/shop/format-price.ts'
import { wishParameters } from './wish-parameters.ts'

/** Labels of `skinTypes` of the contract, and of no preference. */
export const skinLabels = {
  dry: 'Dry',
  oily: 'Oily',
  combination: 'Combination',
  normal: 'Normal',
  sensitive: 'Sensitive',
  any: 'Not sure',
} as const

/** The choices in an address; values that make no difference are left out. */
export function readWishes(query: URLSearchParams): RoutineWishes {
  const skin = wishParameters.skin(query.get('skin') ?? '') as RoutineWishes['skin']
  const concern = wishParameters.concern(query.getAll('concern').join(','))
  const budget = wishParameters.budget(query.get('budget') ?? '')
  return { ...(skin && { skin }), ...(concern && { concern }), ...(budget && { budget: Number(budget) }) }
}

export function buildHref({ skin, concern, budget }: RoutineWishes): string {
  const entries = Object.entries({ skin, concern, budget }).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  return query.size > 0 ? `/routines/build?${query}` : '/routines/build'
}

/** 'Dry skin, redness, up to $50.00' */
export function describeWishes(
  { skin, concern, budget }: RoutineWishes,
  { concerns, currency }: Pick<BuiltRoutine, 'concerns' | 'currency'>,
): string {
  const keys = concern?.split(',') ?? []
  const parts = [
    skin === 'any' ? 'Any skin' : skin && `${skinLabels[skin]} skin`,
    ...concerns.filter(({ key }) => keys.includes(key)).map(({ label }) => label),
    budget !== undefined && `up to ${formatPrice(`${budget}.00`, currency)}`,
  ]
  return parts.filter(Boolean).join(', ')
}
