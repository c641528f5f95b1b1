const SLUG_MAX = 100

/** The slug of a name: letters and digits joined by hyphens, Latin letters without accents; empty if no letter is left. */
export function ingredientSlug(name: string): string {
  const slug = name
    .normalize('NFKD')
    // Marks of other scripts are part of their words.
    .replace(/(?<=\p{Script=Latin}\p{M}*)\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .slice(0, SLUG_MAX)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/^-+|-+$/g, '')
  return /\p{L}/u.test(slug) ? slug : ''
}
