/** The values of a form's fields by name. What the browser filled into the honeypot by itself is cleared first. */
export function valuesOf(form: HTMLFormElement): Record<string, string> {
  for (const field of form.elements)
    if (isField(field) && field.name === 'website' && isAutofilled(field)) field.value = ''
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}

/** `reset()` would restore the values of a rejected submission, which the server rendered. */
export function clearFields(form: HTMLFormElement): void {
  for (const field of form.elements) if (isField(field)) field.value = ''
}

/** Whether it is a field that can be filled in. */
export function isField(target: unknown): target is HTMLInputElement | HTMLTextAreaElement {
  return (target instanceof HTMLInputElement && target.type !== 'hidden') || target instanceof HTMLTextAreaElement
}

/** False where the browser does not know the selector. */
export function isAutofilled(field: Element): boolean {
  try {
    return field.matches(':autofill')
  } catch {
    return false
  }
}
