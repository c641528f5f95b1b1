import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { RoutineInput } from '../../../contract/content/routines.ts'

export type RoutineFormValues = z.input<typeof RoutineInput>
export type RoutineFormState = UseFormReturn<RoutineFormValues, unknown, RoutineInput>
