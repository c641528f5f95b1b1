import { KEPT_FIELDS } from '../../reader/needs-client.ts'
import { isField } from './form-fields.ts'

/** Restores what was typed at `place` into the empty fields of a form, and stores what is typed from now on; returns how to end that. */
export function keepFields(form: HTMLFormElement, place: string): () => void {
  // Password managers fill in the others.
  if (form.querySelector('[type=password]')) return () => {}
  const kept = read(place)
  for (const field of fieldsOf(form)) {
    const value = kept[field.name]
    if (field.value !== '' || typeof value !== 'string') continue
    field.value = value
    // Notifies listeners of the form.
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const store = () => storeFields(form, place)
  store()
  form.addEventListener('input', store)
  return () => form.removeEventListener('input', store)
}

/** Deletes what is stored of a form that is sent. */
export function discardFields(place: string): void {
  try {
    sessionStorage.removeItem(KEPT_FIELDS + place)
  } catch {
    // Nothing was stored.
  }
}

function storeFields(form: HTMLFormElement, place: string): void {
  const typed = fieldsOf(form).filter(({ value }) => value !== '')
  if (typed.length === 0) {
    discardFields(place)
    return
  }
  try {
    const values = Object.fromEntries(typed.map(({ name, value }) => [name, value]))
    sessionStorage.setItem(KEPT_FIELDS + place, JSON.stringify(values))
  } catch {
    // Storage may be full or disabled; the text stands in the form.
  }
}

function read(place: string): Record<string, unknown> {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT_FIELDS + place) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

/** Without what no person types. */
function fieldsOf(form: HTMLFormElement) {
  return [...form.elements].filter(isField).filter(({ name }) => name !== 'website')
}
