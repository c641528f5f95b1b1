import { get } from 'react-hook-form'
import type { FieldName } from './post-fields.ts'
import type { PostForm } from './post-form.ts'

/**
 * Focuses a field at once. The form library's `setFocus` does so in a later task: keys pressed before it would go
 * elsewhere, and it would take the focus from where the owner has gone since.
 */
export function focusField({ control }: PostForm, name: FieldName): void {
  const field = get(control._fields, name) as { _f?: { ref: { focus?: () => void } } } | undefined
  field?._f?.ref.focus?.()
}
