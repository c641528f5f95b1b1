import type { RoutineSummary } from '../../../contract/content/routines.ts'

/** 'For dry and sensitive skin · Redness, Acne'; empty where the owner names neither. */
export function describeAudience({ skinTypes, concerns }: Pick<RoutineSummary, 'skinTypes' | 'concerns'>): string {
  const last = skinTypes.at(-1)
  const types = skinTypes.length > 1 ? `${skinTypes.slice(0, -1).join(', ')} and ${last}` : last
  return [types && `For ${types} skin`, concerns.join(', ')].filter(Boolean).join(' · ')
}
