import { isWebUrl } from '../../../contract/platform/urls.ts'
import { asinIn, nameInLink } from './product-key.ts'

/** The longest name of a product. */
const NAME_MAX = 200

/** Words of links that name no product. */
const emptyWords =
  /^(?:(?:see|find|click|tap|here|this|that|these|those|it|its|them|one|ones|link|buy|shop|get|grab|try|check|view|read|learn|more|out|amazon|price|prices|on|at|in|from|now|the|a|for|my|your|you|can|latest|current|best|product|website|site|store|today|go|to|details?|info|order|online|sale|deal|discount)\b[\s.!…»›→>:,]*)+$/iu

/** `this balm` says which one only in its text. */
const pointing = /^(?:this|these|that|those|the|an?|my|our|his|her|their|your)\s+/

/** Headings of reviews that are about no product of their own. */
const generalHeading =
  /\b(?:verdict|conclusions?|thoughts|summary|overview|where|how|what|why|when|who|which|faqs?|questions?|ingredients|pros|cons|price|texture|results?|routine|tips|intro(?:duction)?|review)\b|\?$/i

/** The words of a box or a link as a name; '' for words that are none. */
export function nameInWords(words: string, isWhole: boolean): string {
  const text = inLine(words)
  const isSentence = !isWhole && (text.length > 100 || isWebUrl(text) || pointing.test(text))
  return text.length < 2 || isSentence || emptyWords.test(text) ? '' : text
}

type Hints = {
  url: string
  /** Before its box; '' for none. */
  heading: string
  /** On its links; empty for none. */
  words: string
}

/** A name for a product that no text names. */
export function guessName({ url, heading, words }: Hints): string {
  const inHeading = inLine(heading).replace(/^(?:#?\d+[.):]?|[•–—-])\s+/, '')
  const ofHeading = generalHeading.test(inHeading) || inHeading.length > 100 ? '' : nameInWords(inHeading, true)
  const ofWords = words.length > 60 ? '' : nameInWords(inLine(words).replace(pointing, ''), false)
  const asin = asinIn(url)
  const name = ofHeading || inLine(nameInLink(url)) || ofWords || (asin ? `Product ${asin}` : new URL(url).hostname)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

const inLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, NAME_MAX).toWellFormed()
