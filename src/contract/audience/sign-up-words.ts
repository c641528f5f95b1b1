/**
 * The words below the forms of the newsletter, which a sign-up stores with those above them (`invitations.ts`). Without zod, since
 * almost every page loads this file.
 */

/** Stands above the form of the footer. */
export const FOOTER_INVITATION = 'Letters, not noise'
export const RHYTHM = 'now and then'
export const POLICY_LABEL = 'Privacy Policy'

/** The line below the fields of each form, before the link to the policy; `rhythm` is how often newsletters come. */
export function signUpLine(rhythm: string = RHYTHM): string {
  return `Guides and finds, ${rhythm}, with affiliate links. Unsubscribe any time.`
}

/** All that a reader agrees to by a form with an invitation. */
export function signUpWords(invitation: string, rhythm?: string): string {
  return `${invitation}\n${signUpLine(rhythm)} ${POLICY_LABEL}`
}

/** Names the words of a form, which sends the key in place of a text: the server stores only words that it knows. */
export function signUpKey(form: string, invitation: string, rhythm?: string): string {
  let key = 0
  for (const letter of form + invitation + signUpLine(rhythm)) key = (key * 31 + letter.codePointAt(0)!) | 0
  return (key >>> 12).toString(36)
}
