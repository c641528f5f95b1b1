import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../../data/api.ts'

/** The error message from the response, without the status. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError && error.body.message) return error.body.message
  return error instanceof Error ? error.message : String(error)
}

/** Whether the state that the request was made for has changed. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409
}

/** Shows the response's issues at their fields; an error without issues becomes the form's root error, after `prefix`. */
export function showServerError<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: Error,
  prefix: string,
): void {
  const issues = issuesOf(error)
  const values: FieldValues = form.getValues()
  for (const { path, message } of issues) {
    const [name = ''] = path.split('.')
    // A list that is typed as one text has no fields for its items.
    const field = typeof values[name] === 'string' ? name : path
    form.setError(field as Path<Values>, { message }, { shouldFocus: true })
  }
  if (issues.length === 0) form.setError('root', { message: `${prefix} ${messageOf(error)}` })
}

/** Shows the response's issues at their fields; returns whether every issue has a field. */
export function showIssues<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: unknown,
): boolean {
  const issues = issuesOf(error)
  const names = Object.keys(form.getValues())
  const known = issues.filter(({ path }) => names.includes(path))
  for (const [index, { path, message }] of known.entries())
    form.setError(path as Path<Values>, { message }, { shouldFocus: index === 0 })
  return known.length > 0 && known.length === issues.length
}

/** The issues of a response, each with the path of its field. */
export function issuesOf(error: unknown) {
  return error instanceof ApiError ? (error.body.issues ?? []) : []
}
