import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../../data/api.ts'

/** The server's own sentence of an error, without its status. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError && error.body.message) return error.body.message
  return error instanceof Error ? error.message : String(error)
}

/** Shows the server's issues at their fields; an error without issues stands at the end of the form, after `prefix`. */
export function showServerError<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: Error,
  prefix: string,
): void {
  const issues = issuesOf(error)
  for (const { path, message } of issues) form.setError(path as Path<Values>, { message }, { shouldFocus: true })
  if (issues.length === 0) form.setError('root', { message: `${prefix} ${messageOf(error)}` })
}

/** Shows the server's issues at the form's fields; returns whether every issue found its field. */
export function showIssues<Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown): boolean {
  const issues = issuesOf(error)
  const names = Object.keys(form.getValues())
  const known = issues.filter(({ path }) => names.includes(path))
  for (const [index, { path, message }] of known.entries())
    form.setError(path as Path<Values>, { message }, { shouldFocus: index === 0 })
  return known.length > 0 && known.length === issues.length
}

function issuesOf(error: unknown) {
  return error instanceof ApiError ? (error.body.issues ?? []) : []
}
