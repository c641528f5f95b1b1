import { decodeHTMLStrict } from 'entities'

/** A text with its character references (HTML, 13.5) decoded once; unknown ones and those of control characters stay. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\d]{1,31});/g, (reference) => {
    const decoded = decodeHTMLStrict(reference)
    return /[\p{Cc}\p{Cs}\uFFFD]/u.test(decoded) ? reference : decoded
  })
}
