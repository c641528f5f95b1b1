/**
 * The percentage with which a text about strengths begins, as `2–5%`; '' if it begins otherwise, since a figure from the
 * middle of a sentence may be what the sentence warns of.
 */
export function leadingStrength(strengths: string): string {
  const number = String.raw`\d+(?:[.,]\d+)?`
  const found = new RegExp(
    `^(?:about )?(${number})(?:(?: to | ?[-–] ?)(${number}))? ?(?:percent|per cent|%)`,
    'i',
  ).exec(strengths.trim())
  if (!found) return ''
  const [, from, to] = found
  return to === undefined ? `${from}%` : `${from}–${to}%`
}
