export type SearchedTable = 'posts' | 'products'

/** A column of posts or products, or a fact in the JSON of a product; those of weight A count most. */
type SearchedField = {
  name: string
  weight: 'A' | 'B' | 'C' | 'D'
  fact?: string
  isList?: true
}

/** The fields of the search. Migrations create indexes of them, so a change needs a migration. */
export const searchedFields: Record<SearchedTable, SearchedField[]> = {
  posts: [
    { name: 'title', weight: 'A' },
    { name: 'keywords', weight: 'B' },
    { name: 'excerpt', weight: 'C' },
    { name: 'body_text', weight: 'D' },
  ],
  products: [
    { name: 'name', weight: 'A' },
    { name: 'category', weight: 'B' },
    { name: 'brand', weight: 'B', fact: 'brand' },
    { name: 'ingredients', weight: 'B', fact: 'keyIngredients', isList: true },
    { name: 'concerns', weight: 'C', fact: 'concerns', isList: true },
    { name: 'verdict', weight: 'D', fact: 'verdict' },
  ],
}

/** The columns whose change concerns the search. */
export function searchedColumns(table: SearchedTable): string {
  return [...new Set(searchedFields[table].map(({ name, fact }) => (fact ? 'facts' : name)))].join(', ')
}

/** The text of a field in SQL of SQLite. Lists are JSON, whose punctuation separates words. */
export function sqliteText({ name, fact }: SearchedField, row: string): string {
  return fact ? `coalesce(json_extract(${row}.facts, '$.${fact}'), '')` : `${row}.${name}`
}

/** The text of a field in SQL of PostgreSQL. */
export function postgresText({ name, fact, isList }: SearchedField, row: string): string {
  if (!fact) return `${row}.${name}`
  const facts = `${row}.facts::jsonb`
  return isList
    ? `coalesce((select string_agg(value, ' ') from jsonb_array_elements_text(coalesce(${facts} -> '${fact}', '[]')) as value), '')`
    : `coalesce(${facts} ->> '${fact}', '')`
}
