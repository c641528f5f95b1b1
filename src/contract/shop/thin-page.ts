import type { ProductFactsInput } from './product-facts.ts'

/** Words of the longer texts that count as the owner's own even without a verdict and notes. */
export const OWN_WORDS_MIN = 50

type Words = Pick<ProductFactsInput, 'verdict' | 'pros' | 'cons' | 'forWhom' | 'notForWhom' | 'comedogenicNote'>

/** False for a product about which its page says only what every shop says; search engines are told to leave it out. */
export function hasOwnWords(facts: Words): boolean {
  const { verdict, pros = [], cons = [], forWhom, notForWhom, comedogenicNote } = facts
  if ([verdict, ...pros, ...cons].some((text) => text?.trim())) return true
  const texts = [forWhom, notForWhom, comedogenicNote].join(' ')
  return (texts.match(/[\p{L}\p{N}’'-]+/gu) ?? []).length >= OWN_WORDS_MIN
}
