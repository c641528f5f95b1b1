import transliterate from '@sindresorhus/transliterate'

/** `Crème` as `Creme`, `Кожа` as `Kozha`; characters without a transliteration, such as Japanese ones, stay. */
export function toLatin(text: string): string {
  return text.normalize('NFC').replace(/(?:(?![a-z])[\p{L}\p{M}])+/giu, (run) => {
    const latin = transliterate(run)
    // The library also removes the diacritics of characters that it does not know, which changes Japanese words.
    return /^\p{ASCII}*$/u.test(latin) ? latin : run
  })
}

/** Cuts a slug to a length in UTF-16 code units, between characters and without a hyphen at its end. */
export function cutSlug(slug: string, max: number): string {
  return slug
    .slice(0, max)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/-$/, '')
}
