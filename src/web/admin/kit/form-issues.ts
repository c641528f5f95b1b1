import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../../data/api.ts'

/** Shows what the server refused beside its fields; answers whether every issue found its field. */
export function showIssues<Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown): boolean {
  const issues = error instanceof ApiError ? (error.body.issues ?? []) : []
  const names = Object.keys(form.getValues())
  const known = issues.filter(({ path }) => names.includes(path))
  for (const [index, { path, message }] of known.entries())
    form.setError(path as Path<Values>, { message }, { shouldFocus: index === 0 })
  return known.length > 0 && known.length === issues.length
}

/** The server's own sentence of an error, without its status. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError && error.body.message) return error.body.message
  return error instanceof Error ? error.message : String(error)
}
