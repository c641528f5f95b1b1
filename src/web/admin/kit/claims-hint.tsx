import { useMemo } from 'react'
import { findClaims } from '../../../contract/content/claims.ts'

const quoted = new Intl.ListFormat('en-US')
/** Words that the hint names. */
const SHOWN = 5

const claimsIn = (texts: string[]) => [...new Set(texts.flatMap(findClaims))].slice(0, SHOWN).map((word) => `“${word}”`)

/** Says quietly that texts about a product claim that it treats something; nothing where they do not. */
export function ClaimsHint({ texts, className = '' }: { texts: string[]; className?: string }) {
  const claims = useMemo(() => claimsIn(texts), [texts])
  if (claims.length === 0) return null
  return (
    <p className={`text-sm text-ink-soft ${className}`}>
      {quoted.format(claims)} {claims.length === 1 ? 'stands' : 'stand'} close to a product. A cosmetic must not be
      advertised as a treatment (FTC and ASA; in the EU, Regulation 655/2013). Better say how skin looks or feels.
    </p>
  )
}
