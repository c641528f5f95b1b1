/** Characters of a title from which on it makes the slug. */
export const SLUG_STARTS_AT = 3

/** The slug that a title makes: lower case, only word characters, single hyphens in place of spaces. */
export function slugOf(title: string): string {
  return title
    .trim()
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')
}
