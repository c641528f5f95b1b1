import type { SpamReason } from '../../../contract/contact-messages.ts'
import type { ContactInput } from '../../../contract/contacts.ts'

/** A person needs longer to read the form alone. */
const FASTEST_MS = 2_000
/** A brand that writes names its shop, its page and its profile; advertising names more. */
const LINKS_MAX = 3

/** What speaks for a program or for advertising; null for a person's message. Either way the message is kept. */
export function spamReasonOf({ website, elapsed, name, subject, message }: ContactInput): SpamReason | null {
  if (website) return 'hidden-field'
  // Without a script nothing was measured, and nothing is held against the sender.
  if (elapsed && Number(elapsed) < FASTEST_MS) return 'too-fast'
  const links = `${name} ${subject} ${message}`.match(/https?:\/\/|\bwww\.|\[url/gi) ?? []
  return links.length > LINKS_MAX ? 'links' : null
}
