/** Text that a person typed or pasted, apart from the schemas, to keep zod out of readers' bundles. */

/** Blanks, and what is invisible at the ends of a text; not variation selectors, which belong to the emoji before them, and not what turns the direction of a text. */
const BLANK = /(?!\p{Variation_Selector}|[\u202a-\u202e\u2066-\u2069])[\s\p{Default_Ignorable_Code_Point}\u2800]/u
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * The text without blanks and invisible characters at its ends, such as the blank of a phone keyboard, in one Unicode form
 * (NFC), so that what looks the same is the same; '' for a text of invisible characters alone. Not for passwords and URLs.
 */
export function typedText(text: string): string {
  const typed = trimTyped(text)
  return VISIBLE.test(typed) ? typed.normalize('NFC') : ''
}

/** The same without a change of the Unicode form, for a URL, whose form its server decides on. */
export function trimTyped(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && BLANK.test(text.charAt(start))) start += 1
  while (end > start && BLANK.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** The same text for all spellings of a username. */
export function foldUsername(username: string): string {
  return typedText(username).toLowerCase()
}
