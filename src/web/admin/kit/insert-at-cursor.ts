export type TextInput = HTMLInputElement | HTMLTextAreaElement

/** Replaces the selection of a field, as if the text were typed, and focuses the field. */
export function insertAtCursor(field: TextInput, text: string): void {
  field.focus()
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
