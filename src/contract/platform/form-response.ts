/** A form that was submitted without JavaScript and rejected, with the submitted values and an issue per field (`path`). */
export type FormResponse = {
  form: 'contact' | 'newsletter' | 'newsletter-link' | 'login' | 'setup' | 'forgot-password' | 'reset-password'
  values: Record<string, string>
  issues: { path: string; message: string }[]
  /** An error of the form as a whole. */
  message?: string
}
