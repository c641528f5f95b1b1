import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../../data/api.ts'

/** What the server said, without the status that stands before it. */
export function sentenceOf(error: Error): string {
  return error instanceof ApiError ? (error.body.message ?? error.message) : error.message
}

/** Puts what the server refused beside its fields; what names none stands at the end of the form, after `prefix`. */
export function showRefusal<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: Error,
  prefix: string,
): void {
  const issues = error instanceof ApiError ? (error.body.issues ?? []) : []
  for (const { path, message } of issues) form.setError(path as Path<Values>, { message }, { shouldFocus: true })
  if (issues.length === 0) form.setError('root', { message: `${prefix} ${sentenceOf(error)}` })
}
