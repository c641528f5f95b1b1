import type { BuiltStep } from '../../../contract/content/routines.ts'

/** Why a step of a built routine differs from the owner's own one; undefined where it does not. */
export function stepNote({ choice, reason }: Partial<Pick<BuiltStep, 'choice' | 'reason'>>): string | undefined {
  if (choice === 'swap') return 'My swap for sensitive skin.'
  if (choice === 'alternative') {
    if (reason === 'budget') return 'A less expensive one of mine, to keep to your budget.'
    if (reason === 'skin') return 'In place of my usual one, which is not for your skin type.'
    return 'The least expensive one of mine for this step.'
  }
  if (choice !== 'none') return undefined
  if (reason === 'budget') return 'Left out: nothing of mine for this step fits your budget.'
  if (reason === 'skin') return 'Left out: nothing of mine for this step is for your skin type.'
  return reason === 'gone' ? 'I recommend no product for this step at the moment.' : undefined
}
