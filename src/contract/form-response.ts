/** A form that was sent without JavaScript and refused: what was typed, and a message for each field (`path`). */
export type FormResponse = {
  form: 'contact' | 'newsletter' | 'login' | 'setup'
  values: Record<string, string>
  issues: { path: string; message: string }[]
  /** A fault that is not any field's. */
  message?: string
}
