import type { LearnedReason } from '../../../contract/audience/contact-messages.ts'
import type { ContactInput } from '../../../contract/audience/contacts.ts'

/** Less time than a person needs to read the form. */
const FASTEST_MS = 2_000
/** A brand links to its shop, its site and its profile; spam has more links. */
const LINKS_MAX = 3

/** Senders and hosts that the owner has allowed by 'Not spam'. */
export type Exceptions = {
  /** Reasons that do not count for this sender. */
  reasons: ReadonlySet<LearnedReason>
  /** Links to these hosts are not counted. */
  hosts: ReadonlySet<string>
}

/** Why a message is classified as spam; null if it is not. */
export function spamReasonOf(input: ContactInput, { reasons, hosts }: Exceptions): LearnedReason | null {
  const { website, elapsed } = input
  if (website && !reasons.has('hidden-field')) return 'hidden-field'
  // Absent without JavaScript.
  if (elapsed && Number(elapsed) < FASTEST_MS && !reasons.has('too-fast')) return 'too-fast'
  const counted = linksIn(input).filter((host) => host === '' || !hosts.has(host))
  return counted.length > LINKS_MAX && !reasons.has('links') ? 'links' : null
}

/** The host of each link, in lower case; '' where none can be read. */
export function linksIn({ name, subject, message }: Pick<ContactInput, 'name' | 'subject' | 'message'>): string[] {
  const links = `${name} ${subject} ${message}`.matchAll(
    /https?:\/\/(?:www\.)?([a-z\d.-]*)|\bwww\.([a-z\d.-]*)|\[url/gi,
  )
  return [...links].map(([, host, bareHost]) => (host ?? bareHost ?? '').toLowerCase().replace(/\.+$/, ''))
}
