import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { type OwnerRoutine, RoutineInput } from '../../../contract/content/routines.ts'
import { routineCalls } from '../../data/owner/routines.ts'
import type { ToastCopy } from '../../lib/copy.ts'
import type { RowNoun } from '../kit/rows/catalogue.ts'

const some = (count: number) => (count === 1 ? 'The routine' : `${count} routines`)

export const routineMessages = {
  saved: (name: string) => ({ title: 'Routine saved', description: `“${name}” has been saved.` }),
  created: (name: string) => ({ title: 'Routine created', description: `“${name}” stands at the end of the list.` }),
  activated: (count: number) => ({ title: 'Activated', description: `${some(count)} can be seen by readers.` }),
  deactivated: (count: number) => ({ title: 'Deactivated', description: `${some(count)} can no longer be seen.` }),
  deleted: ({ count, name }: { count: number; name: string }) => ({
    title: count === 1 ? 'Routine deleted' : 'Routines deleted',
    description: count === 1 ? `“${name}” has been deleted.` : `${count} routines have been deleted.`,
  }),
  restored: { title: 'Undone', description: 'Everything is back in its place.' },
  copied: (count: number) => ({
    title: 'Copied',
    description: count === 1 ? '1 step was added to the evening.' : `${count} steps were added to the evening.`,
  }),
} satisfies Record<string, ToastCopy | ((detail: never) => ToastCopy)>

export const routines: RowNoun<OwnerRoutine> = {
  path: '/admin/routines',
  one: 'routine',
  many: 'routines',
  calls: routineCalls,
  messages: routineMessages,
}

type RoutineFormValues = z.input<typeof RoutineInput>
export type RoutineFormState = UseFormReturn<RoutineFormValues, unknown, RoutineInput>

/** The form's values; a new routine has the suggested name. */
export function valuesOf(routine: OwnerRoutine | undefined, suggested = ''): RoutineFormValues {
  if (!routine) return { ...RoutineInput.parse({ name: 'New' }), name: suggested, slug: '' }
  const { name, slug, summary, forWhom, skinTypes, concerns, imageUrl, imageAlt, steps, isActive } = routine
  return { name, slug, summary, forWhom, skinTypes, concerns, imageUrl, imageAlt, steps, isActive }
}
