import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  type IngredientConflict,
  IngredientInput,
  type OwnerIngredient,
} from '../../../contract/content/ingredients.ts'
import { ApiError } from '../../data/api.ts'
import { submission } from '../../data/mutations.ts'
import { ownerIngredientsQuery, useSaveIngredient } from '../../data/owner/ingredients.ts'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { showServerError } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { IngredientFields, type IngredientFormState } from './ingredient-fields.tsx'
import { IngredientUsesList } from './ingredient-uses.tsx'
import { valuesOf, withoutEmptyRows } from './ingredient-values.ts'

type IngredientFormProps = {
  id: string
  ingredient: OwnerIngredient | undefined
  suggestedName: string
  onDirty: (isDirty: boolean) => void
  onSaving: (isSaving: boolean) => void
  onSaved: () => void
}

export function IngredientForm({ id, ingredient, suggestedName, onDirty, onSaving, onSaved }: IngredientFormProps) {
  const form: IngredientFormState = useForm({
    defaultValues: valuesOf(ingredient, suggestedName),
    resolver: zodResolver(IngredientInput),
  })
  const { isDirty, errors } = form.formState
  // Before the next key: an Escape must find what was typed.
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const { save, conflict, resolveConflict } = useSave({ form, ingredient, onSaving, onSaved })
  const { data: others } = useQuery(ownerIngredientsQuery())
  const otherNames = others?.items.filter((other) => other.id !== ingredient?.id).map(({ name }) => name) ?? []
  const submit = (event: FormEvent) => {
    form.reset(withoutEmptyRows(form.getValues()), { keepDefaultValues: true, keepDirty: true })
    void save(event)
  }
  return (
    <form id={id} noValidate onSubmit={submit}>
      {ingredient && <IngredientUsesList id={ingredient.id} />}
      <IngredientFields form={form} otherNames={otherNames} />
      {errors.root && (
        <StatusMessage tone="error" className="mt-5">
          {errors.root.message}
        </StatusMessage>
      )}
      {conflict && (
        <StatusMessage tone="error" className="mt-5">
          This ingredient was changed in another window. Your changes are still here.
          <span className="mt-3 flex flex-wrap gap-2">
            <ToolButton onClick={() => resolveConflict('theirs')}>Show the other version</ToolButton>
            <ToolButton tone="primary" onClick={() => resolveConflict('mine')}>
              Save mine
            </ToolButton>
          </span>
        </StatusMessage>
      )}
    </form>
  )
}

type SaveOptions = Pick<IngredientFormProps, 'ingredient' | 'onSaving' | 'onSaved'> & { form: IngredientFormState }

/** Saves the form; what the server refuses stands at its field. */
function useSave({ form, ingredient, onSaving, onSaved }: SaveOptions) {
  const mutation = useSaveIngredient()
  const [conflict, setConflict] = useState<OwnerIngredient>()
  /** What is saved over: the version that was opened, until the owner has seen another. */
  const version = useRef(ingredient?.version ?? 0)
  useEffect(() => onSaving(mutation.isPending), [mutation.isPending, onSaving])

  const save = form.handleSubmit((input) => {
    const current = ingredient && { id: ingredient.id, version: version.current }
    mutation.mutate(submission({ input, current }), {
      onSuccess: ({ name }) => {
        toast(ingredient ? adminMessages.ingredientSaved(name) : adminMessages.ingredientCreated(name))
        onSaved()
      },
      onError: (error) => {
        if (error instanceof ApiError && error.status === 409) setConflict((error.body as IngredientConflict).current)
        else showServerError(form, error, 'The ingredient was not saved:')
      },
    })
  })

  const resolveConflict = (whose: 'mine' | 'theirs') => {
    if (!conflict) return
    version.current = conflict.version
    setConflict(undefined)
    if (whose === 'mine') void save()
    else form.reset(valuesOf(conflict))
  }
  return { save, conflict, resolveConflict }
}
