/** Links that a sentence names. */
const SHOWN = 5

/** A sentence with the first of the links; none without links. */
export function nameLinks(links: string[], one: string, many: (count: number) => string): string[] {
  if (links.length === 0) return []
  const rest = links.length > SHOWN ? `, and ${links.length - SHOWN} more` : ''
  return [`${links.length === 1 ? one : many(links.length)}: ${links.slice(0, SHOWN).join(', ')}${rest}.`]
}

export function isWithin(link: string, origin: string): boolean {
  return link.startsWith(origin) && /^(?:$|[/?#])/.test(link.slice(origin.length))
}
