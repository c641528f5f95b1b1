/** What a form's fields hold, by their names. */
export function valuesOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}

/** `reset()` would bring back what an earlier answer of the server had filled in. */
export function clearFields(form: HTMLFormElement): void {
  for (const field of form.elements) if (isField(field)) field.value = ''
}

export function isField(target: unknown): target is HTMLInputElement | HTMLTextAreaElement {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
