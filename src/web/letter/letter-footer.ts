import type { LetterMail } from '../../contract/letter-mail.ts'

/** Why the reader receives it. */
export function reasonOf({ site }: LetterMail): string {
  return `You receive this letter because {{email}} signed up at ${site.name}.`
}

/** The links that every letter has, with the addresses of the recipient. */
export function footerLinks({ hasPage }: LetterMail): { label: string; href: string }[] {
  return [
    { label: 'Unsubscribe', href: '{{unsubscribe_url}}' },
    { label: 'Fewer letters', href: '{{letters_url}}' },
    ...(hasPage ? [{ label: 'Read in the browser', href: '{{browser_url}}' }] : []),
  ]
}
