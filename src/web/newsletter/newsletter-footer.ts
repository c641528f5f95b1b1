import type { NewsletterMail } from '../../contract/audience/newsletter-mail.ts'

/** The label of the link at the top. */
export const ON_SITE = 'Read on the site'

/** Why the reader receives it, and what it counts. */
export function reasonOf({ site, countsClicks }: NewsletterMail): string {
  const reason = `You receive this newsletter because {{email}} signed up at ${site.name}.`
  return countsClicks ? `${reason} We count how often its links are followed, not by whom.` : reason
}

/** Who sends it: the site, and the name and postal address that the law wants in every newsletter. */
export function senderLine({ site, sender }: NewsletterMail): string {
  return [site.name, sender].filter(Boolean).join(', ')
}

/** Links with the addresses of the recipient. */
export function footerLinks({ hasDigest }: NewsletterMail): { label: string; href: string }[] {
  return [
    { label: 'Unsubscribe', href: '{{unsubscribe_url}}' },
    ...(hasDigest ? [{ label: 'Fewer letters', href: '{{preferences_url}}' }] : []),
  ]
}
