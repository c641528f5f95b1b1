import type { RoutineSummary } from '../../../contract/content/routines.ts'

/** '3 steps in the morning, 4 in the evening' */
export function countSteps({
  morningSteps,
  eveningSteps,
}: Pick<RoutineSummary, 'morningSteps' | 'eveningSteps'>): string {
  const steps = (count: number) => (count === 1 ? '1 step' : `${count} steps`)
  if (morningSteps && eveningSteps) return `${steps(morningSteps)} in the morning, ${eveningSteps} in the evening`
  if (morningSteps) return `${steps(morningSteps)} in the morning`
  return eveningSteps ? `${steps(eveningSteps)} in the evening` : ''
}
