/** A form that was submitted without JavaScript and rejected, with the submitted values and an issue per field (`path`). */
export type FormResponse = {
  form: 'contact' | 'newsletter' | 'newsletter-link' | 'login' | 'setup' | 'forgot-password' | 'reset-password'
  values: Record<string, string>
  issues: { path: string; message: string }[]
  /** An error of the form as a whole. */
  message?: string
  /** The fields that are wrong according to `message`. */
  fields?: string[]
}

/** The errors of a form, each with its field; none while a sign-in only goes on to its second step. */
export function formErrors({ issues, message, fields, values }: FormResponse): { path?: string; message: string }[] {
  if (message === undefined || (values.step !== undefined && !fields)) return issues
  const path = fields?.[0]
  return [path === undefined ? { message } : { path, message }, ...issues]
}
