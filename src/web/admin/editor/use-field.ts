import { useFormState, useWatch } from 'react-hook-form'
import type { FieldName, PostFields } from './post-fields.ts'
import type { PostForm } from './use-post-editing.ts'

/** The message of a field that was refused. */
export function useFieldError(form: PostForm, name: FieldName): string | undefined {
  const { errors } = useFormState({ control: form.control, name })
  const error = errors[name]
  return error && (error.message || 'Invalid input')
}

/** What is in a field now. */
export function useFieldValue<Name extends FieldName>(form: PostForm, name: Name): PostFields[Name] {
  return useWatch({ control: form.control, name })
}
