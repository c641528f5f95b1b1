import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo } from 'react'
import { get, type Resolver, type UseFormReturn, useForm, useFormState, useWatch } from 'react-hook-form'
import type { PostInput } from '../../../contract/content/posts.ts'
import type { EditorKind } from './editor-kind.ts'
import { type FieldName, fieldNames, type PostFields, toInput } from './post-fields.ts'

export type PostForm = UseFormReturn<PostFields, unknown, PostInput>

export function usePostForm({ input }: Pick<EditorKind, 'input'>, initial: PostFields, brand: string): PostForm {
  return useForm<PostFields, unknown, PostInput>({
    defaultValues: initial,
    // The editor opens the panel of the first invalid field and focuses it itself, at once and only once.
    shouldFocusError: false,
    resolver: useMemo(() => resolverFor(input, brand), [input, brand]),
  })
}

/** Validates the input that a save would send, with the contract's messages. */
function resolverFor(input: EditorKind['input'], brand: string): Resolver<PostFields, unknown, PostInput> {
  const check = zodResolver(input)
  return (fields, context, options) =>
    check(toInput(fields, brand), context, options as never) as ReturnType<Resolver<PostFields, unknown, PostInput>>
}

export function snapshotOf(form: PostForm): PostFields {
  return { ...form.getValues() }
}

export function setFields(form: PostForm, fields: PostFields): void {
  for (const name of fieldNames) form.setValue(name, fields[name])
  form.clearErrors()
}

/**
 * Focuses a field at once. The form library's `setFocus` does so in a later task: keys pressed before it would go
 * elsewhere, and it would take the focus from where the owner has gone since.
 */
export function focusField(form: PostForm, name: FieldName): void {
  partOf(form, name)?.ref.focus?.()
}

/** Sets what `focusField` does for a registered field that is not an element. */
export function setFieldFocus(form: PostForm, name: FieldName, focus: () => void): void {
  const part = partOf(form, name)
  if (part) part.ref = { focus }
}

type FieldPart = { ref: { focus?: () => void } }

function partOf({ control }: PostForm, name: FieldName): FieldPart | undefined {
  return (get(control._fields, name) as { _f?: FieldPart } | undefined)?._f
}

/** The validation message of a field. */
export function useFieldError(form: PostForm, name: FieldName): string | undefined {
  const { errors } = useFormState({ control: form.control, name })
  const error = errors[name]
  return error && (error.message || 'Invalid input')
}

/** The message of the first field that validation rejects, in the order of the form, and how many it rejects. */
export function useRejection(form: PostForm): { message: string; count: number } | undefined {
  const { errors } = useFormState({ control: form.control })
  const rejected = fieldNames.flatMap((name) => errors[name] ?? [])
  return rejected[0] && { message: rejected[0].message || 'Invalid input', count: rejected.length }
}

/** The current value of a field; re-renders when it changes. */
export function useFieldValue<Name extends FieldName>(form: PostForm, name: Name): PostFields[Name] {
  return useWatch({ control: form.control, name })
}
