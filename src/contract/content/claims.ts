/**
 * Words that present a cosmetic as a treatment, which the FTC, the ASA and the EU's Regulation 655/2013 forbid in advertising;
 * as whole words, in any case.
 */
const claims = [
  'cure[sd]?|curing',
  'heal(?:s|ed|ing)?',
  'treat(?:s|ed|ing)?',
  '(?:acne|scar|skin) treatments?|treatments? (?:for|of) (?:acne|scars?)',
  'eczema|dermatitis|psoriasis|rosacea|melasma|keratosis pilaris',
  'infections?|inflammatory diseases?|skin (?:cancer|diseases?)',
  'anti-?(?:bacterial|inflammatory|fungal)',
  '(?:kill|remove)s? (?:bacteria|scars)',
  'medical[- ]grade|clinically proven|prescription[- ]strength',
]

/** Phrases with such a word that claim nothing; they are skipped. */
const falseFriends = [
  // 'Treat yourself', 'a treat for dry skin', 'treat your skin to it'.
  'treat(?:s|ed|ing)? (?:your|my|our|him|her|them)sel(?:f|ves)',
  '(?:a|an|the|this|that|real|little|small|sweet|nice|lovely|such a|weekly|evening) treats?',
  'treat(?:s|ed|ing)? (?:your|my|the|our|her|it|them) ?(?:skin|face|lips|hands|feet|hair|body)? to',
  // 'Does not cure acne'.
  "(?:not|never|cannot|can[’']t|won[’']t|doesn[’']t|don[’']t|isn[’']t|no)(?: an?| to)? (?:cure|heal|treat)(?:s|d|ed|ing)?",
  '(?:doctor|dermatologist|pharmacist) (?:about|for|with) (?:your )?[\\w-]+',
]

const whole = (patterns: readonly string[]) => `(?<![\\p{L}\\p{N}-])(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`
const allClaims = new RegExp(whole(claims), 'giu')
const allFalseFriends = new RegExp(whole(falseFriends), 'giu')

/** The words of a text that present something as a treatment, in lower case, each once. */
export function findClaims(text: string): string[] {
  const claiming = text.replace(/\s+/g, ' ').replace(allFalseFriends, ' … ')
  return [...new Set(Array.from(claiming.matchAll(allClaims), ([word]) => word.toLowerCase()))]
}
