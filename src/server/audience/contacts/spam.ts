import type { SpamReason } from '../../../contract/contact-messages.ts'
import type { ContactInput } from '../../../contract/contacts.ts'

/** Less time than a person needs to read the form. */
const FASTEST_MS = 2_000
/** A brand links to its shop, its site and its profile; spam has more links. */
const LINKS_MAX = 3

/** Why a message is classified as spam; null if it is not. */
export function spamReasonOf({ website, elapsed, name, subject, message }: ContactInput): SpamReason | null {
  if (website) return 'hidden-field'
  // Absent without JavaScript.
  if (elapsed && Number(elapsed) < FASTEST_MS) return 'too-fast'
  const links = `${name} ${subject} ${message}`.match(/https?:\/\/|\bwww\.|\[url/gi) ?? []
  return links.length > LINKS_MAX ? 'links' : null
}
