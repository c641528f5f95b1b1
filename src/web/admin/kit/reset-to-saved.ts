import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * Makes what was saved the default values of a form without nested fields. A field that was changed after its value was
 * `sent` keeps what was typed, as an unsaved change.
 */
export function resetToSaved<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  sent: Values,
  saved: Values,
): void {
  const typed = form.getValues()
  form.reset(saved, { keepValues: true, keepDirtyValues: false })
  for (const name of Object.keys(saved) as Path<Values>[])
    if (Object.is(typed[name], sent[name])) form.setValue(name, saved[name], { shouldDirty: true })
}
