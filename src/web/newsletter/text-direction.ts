import type { NewsletterNode } from '../../contract/audience/newsletter-mail.ts'
import { plainText } from './newsletter-nodes.ts'

const mergeFields = /\{\{[^{}]*\}\}/g
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * `rtl` for a text whose first strong character is read from right to left, as `dir="auto"` finds it in a browser; mail programs
 * need not know that value.
 */
export function directionOf(content: NewsletterNode[] | string): 'rtl' | undefined {
  const text = typeof content === 'string' ? content : plainText(content)
  const [first] = /\p{L}/u.exec(text.replace(mergeFields, '')) ?? []
  return first && rightToLeft.test(first) ? 'rtl' : undefined
}
