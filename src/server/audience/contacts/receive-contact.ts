import type { ContactInput } from '../../../contract/audience/contacts.ts'
import { readSite } from '../../accounts/settings/settings.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { createMail } from '../mail/mail.repo.ts'
import { renderMail } from '../mail/mail-body.ts'
import { createContact } from './contacts.repo.ts'
import { spamReasonOf } from './spam.ts'
import { findExceptions } from './spam-rules.repo.ts'

export type ReceiveOptions = { origin: string; now: string; isMailSetUp: boolean }

/** Stores a message and enqueues a notification mail to the owner unless it is spam. Returns its id. */
export async function receiveContact(db: Db, input: ContactInput, options: ReceiveOptions): Promise<number> {
  const { origin, now, isMailSetUp } = options
  const spamReason = spamReasonOf(input, await findExceptions(db, input))
  const id = await createContact(db, input, spamReason, now)
  if (spamReason !== null || !isMailSetUp) return id
  const site = await readSite(db, origin)
  if (site.email === '') return id
  const body = renderMail(site, {
    paragraphs: [`${input.name} (${input.email}) wrote to you: ${input.subject}`, input.message],
    button: { label: 'Open it in the dashboard', url: `${origin}/admin/contacts/${id}` },
    footer: { text: `Sent with the contact form of ${site.brand}. A reply to this mail goes to ${input.email}.` },
  })
  const subject = `New message from ${input.name}: ${input.subject}`
  await createMail(db, { kind: 'contact', to: site.email, replyTo: input.email, contactId: id, subject, body }, now)
  return id
}
