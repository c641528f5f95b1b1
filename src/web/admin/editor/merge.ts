import { type FieldName, fieldNames, type PostFields } from './post-fields.ts'

/** Which version of a field to use. `both` appends their content to mine; for other fields it equals `mine`. */
export type Side = 'mine' | 'theirs' | 'both'
export type Choices = Partial<Record<FieldName, Side>>

/** Merges two versions of a post. Fields without a choice are `mine`. */
export function merge(mine: PostFields, theirs: PostFields, sides: Choices | Side): PostFields {
  const sideOf = (name: FieldName) => (typeof sides === 'string' ? sides : (sides[name] ?? 'mine'))
  const merged = { ...mine }
  for (const name of fieldNames) if (sideOf(name) === 'theirs') Object.assign(merged, { [name]: theirs[name] })
  if (sideOf('content') === 'both' && mine.content !== theirs.content) {
    merged.content = `${mine.content}\n<hr>\n<p><strong>The other version:</strong></p>\n${theirs.content}`
  }
  return merged
}
