/** Shorter titles do not produce a slug while they are typed. */
export const SLUG_MIN_TITLE_LENGTH = 3

/** The slug of a title: lower case, word characters only, single hyphens for spaces. */
export function slugOf(title: string): string {
  return title
    .trim()
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')
}
