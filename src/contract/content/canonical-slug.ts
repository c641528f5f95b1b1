/** The one spelling of a slug: NFC, in lowercase. URLs in another spelling redirect to it. */
export function canonicalSlug(text: string): string {
  // The lowercase of `İ` is `i` with a combining mark, which slugs do not allow.
  return text.normalize('NFC').toLowerCase().replaceAll('i\u0307', 'i').normalize('NFC')
}
