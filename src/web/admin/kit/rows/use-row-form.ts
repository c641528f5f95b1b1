import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { type Submission, submission } from '../../../data/mutations.ts'
import { currentOf, type RowSave } from '../../../data/owner/row-calls.ts'
import { showServerError } from '../server-errors.ts'
import { bypassLeaveGuard } from '../use-leave-guard.tsx'

type FormRow = { id: number; version?: number }

/** A mutation that saves a row. */
type Save<Row, Input> = {
  mutate: (
    submission: Submission<RowSave<Input>>,
    handlers: { onSuccess: (saved: Row) => void; onError: (error: Error) => void },
  ) => void
  isPending: boolean
}

/** `resolver` where the values are not what the schema checks, as with rows that are left empty. */
type Validation<Values extends FieldValues, Input> =
  | { schema: z.core.$ZodType<Input, Values>; resolver?: undefined }
  | { schema: z.core.$ZodType<Input>; resolver: Resolver<Values, unknown, Input> }

type RowFormOptions<Row extends FormRow, Values extends FieldValues, Input> = Validation<Values, Input> & {
  /** In words: 'product'. */
  one: string
  /** Undefined for a new one. */
  row: Row | undefined
  toValues: (row: Row | undefined) => DefaultValues<Values>
  save: Save<Row, Input>
  onSaved: (saved: Row) => void
}

/** The state of a form that `EditDialog` and `FormFaults` show. */
export type Edit = {
  /** By which fields say that they may stay empty. */
  schema: z.core.$ZodType
  isDirty: boolean
  isSaving: boolean
  submit: (event: FormEvent) => void
  /** Why it was not saved, where that belongs to no field. */
  fault: string | undefined
  /** Whether another window has saved the row since the form was opened. */
  isOutdated: boolean
  resolveConflict: (whose: 'mine' | 'theirs') => void
}

export type RowForm<Values extends FieldValues, Input> = Edit & {
  form: UseFormReturn<Values, unknown, Input>
  /** How often the form was filled with the version of another window, for fields that keep a state of their own. */
  round: number
}

/** The form of a row. What the server rejects is shown at its field; a newer version is a conflict that the owner resolves. */
export function useRowForm<Row extends FormRow, Values extends FieldValues, Input>(
  options: RowFormOptions<Row, Values, Input>,
): RowForm<Values, Input> {
  const { one, row, toValues, schema, save, onSaved } = options
  const resolver = options.resolver ?? zodResolver(options.schema)
  const form = useForm<Values, unknown, Input>({ defaultValues: toValues(row), resolver })
  const [conflict, setConflict] = useState<Row>()
  const [round, setRound] = useState(0)
  /** The newest version that the owner has seen, in the form or in a conflict. */
  const seen = useRef<Row>(undefined)

  const send = form.handleSubmit((input) => {
    const version = Math.max(row?.version ?? 0, seen.current?.version ?? 0)
    save.mutate(submission({ input, current: row && { id: row.id, version } }), {
      onSuccess: (saved) => bypassLeaveGuard(() => onSaved(saved)),
      onError: (error) => {
        const current = currentOf<Row>(error)
        if (current) setConflict(current)
        else showServerError(form, error, `The ${one} was not saved:`)
      },
    })
  })
  const resolveConflict = (whose: 'mine' | 'theirs') => {
    if (!conflict) return
    seen.current = conflict
    setConflict(undefined)
    if (whose === 'mine') return void send()
    form.reset(toValues(conflict))
    setRound(round + 1)
  }
  const { isDirty, errors } = form.formState
  return {
    schema,
    form,
    round,
    isDirty,
    isSaving: save.isPending,
    submit: (event) => void send(event),
    fault: errors.root?.message,
    isOutdated: conflict !== undefined,
    resolveConflict,
  }
}
