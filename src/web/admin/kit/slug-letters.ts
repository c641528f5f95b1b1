import transliterate from '@sindresorhus/transliterate'

/** `Crème` as `Creme`, `Кожа` as `Kozha`; letters without a transliteration, such as Japanese ones, stay as they are. */
export function toLatinLetters(text: string): string {
  return text.normalize('NFC').replace(/(?:(?![a-z])[\p{L}\p{M}])+/giu, (letters) => {
    const latin = transliterate(letters)
    // The library also removes the diacritics of letters that it does not know, which changes Japanese words.
    return /^\p{ASCII}*$/u.test(latin) ? latin : letters
  })
}

/** Cuts a slug to a length in UTF-16 code units, between characters and without a hyphen at its end. */
export function cutSlug(slug: string, max: number): string {
  return slug
    .slice(0, max)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/-$/, '')
}
