import { type FieldName, fieldNames, type PostFields } from './post-fields.ts'

/** Which version of a field is kept; `both` puts the other text below one's own, and is `mine` for all but the content. */
export type Side = 'mine' | 'theirs' | 'both'
export type Choices = Partial<Record<FieldName, Side>>

/** One post of two versions. Fields without a choice are mine. */
export function merge(mine: PostFields, theirs: PostFields, sides: Choices | Side): PostFields {
  const sideOf = (name: FieldName) => (typeof sides === 'string' ? sides : (sides[name] ?? 'mine'))
  const merged = { ...mine }
  for (const name of fieldNames) if (sideOf(name) === 'theirs') Object.assign(merged, { [name]: theirs[name] })
  if (sideOf('content') === 'both' && mine.content !== theirs.content) {
    merged.content = `${mine.content}\n<hr>\n<p><strong>The other version:</strong></p>\n${theirs.content}`
  }
  return merged
}
