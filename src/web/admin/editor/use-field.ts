import { useFormState, useWatch } from 'react-hook-form'
import type { FieldName, PostFields } from './post-fields.ts'
import type { PostForm } from './post-form.ts'

/** The validation message of a field. */
export function useFieldError(form: PostForm, name: FieldName): string | undefined {
  const { errors } = useFormState({ control: form.control, name })
  const error = errors[name]
  return error && (error.message || 'Invalid input')
}

/** The current value of a field; re-renders when it changes. */
export function useFieldValue<Name extends FieldName>(form: PostForm, name: Name): PostFields[Name] {
  return useWatch({ control: form.control, name })
}
