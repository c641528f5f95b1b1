import { invitations } from '../../src/contract/audience/invitations.ts'
import { signUpWords } from '../../src/contract/audience/sign-up-words.ts'
import { recordDemoRows } from '../../src/server/app/demo/demo-rows.repo.ts'
import { createContact } from '../../src/server/audience/contacts/contacts.repo.ts'
import { createConsent, createSubscriber, unsubscribe } from '../../src/server/audience/subscribers/subscribers.repo.ts'
import type { Db } from '../../src/server/platform/db/schema.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/server/platform/durations.ts'
import { demoMessages } from '../content/messages.ts'

/** Contact messages and newsletter subscribers. */
export async function seedAudience(db: Db, today: Date): Promise<void> {
  const ago = (time: number) => new Date(today.getTime() - time).toISOString()
  const contactIds: number[] = []
  for (const { hoursAgo, isRead, spamReason = null, ...message } of demoMessages.toReversed()) {
    const id = await createContact(db, message, spamReason, ago(hoursAgo * HOUR_MS))
    contactIds.push(id)
    if (isRead) await db.updateTable('contacts').set({ is_read: true }).where('id', '=', id).execute()
  }
  await recordDemoRows(db, 'contacts', contactIds)
  const subscriberIds: number[] = []
  for (let number = SUBSCRIBERS; number >= 1; number--) {
    const { email, name } = subscriberOf(number)
    // The intervals shrink towards today: the list is growing.
    const age = (number * number * DAY_MS) / 40 + number * HOUR_MS
    const id = await createSubscriber(db, { email, name, isActive: true }, ago(age))
    // The address is in use on this site.
    if (id === undefined) continue
    subscriberIds.push(id)
    await createConsent(db, id, { act: 'signed-up', ...agreement }, ago(age))
    await createConsent(db, id, { act: 'confirmed', source: 'Link in the mail' }, ago(age - MINUTE_MS))
    if (number % 9 !== 5) continue
    await unsubscribe(db, { ids: [id] }, ago(age / 2))
    await createConsent(db, id, { act: 'unsubscribed', source: 'Page of the unsubscribe link' }, ago(age / 2))
  }
  await recordDemoRows(db, 'subscribers', subscriberIds)
}

/** What the form of the home page shows. */
const agreement = {
  source: 'Newsletter form of the site',
  text: signUpWords(invitations.home),
  form: 'home',
  page: '/',
  language: 'en',
} as const

const SUBSCRIBERS = 62

const firstNames =
  'Amara Beth Carmen Dina Elif Freya Greta Hana Ines Joan Kezia Lucia Maren Nadia Odette Paula Quinn Rosa Sana Thea'.split(
    ' ',
  )
const lastNames = 'Abara Brandt Castillo Dunne Eriksen Fontaine Gupta Hollis Ito Jansen Kowalski'.split(' ')

/** Every fourth has no name. */
function subscriberOf(number: number): { email: string; name: string | undefined } {
  const first = firstNames.at((number * 7) % firstNames.length)
  const last = lastNames.at((number * 5) % lastNames.length)
  const email = `${first}.${last}${number % 3 === 0 ? number : ''}@mail.example`.toLowerCase()
  return { email, name: number % 4 === 0 ? undefined : number % 5 === 0 ? first : `${first} ${last}` }
}

/** By which the subscribers of earlier versions are recognised. */
export function subscriberAddresses(): string[] {
  return Array.from({ length: SUBSCRIBERS }, (_, index) => subscriberOf(index + 1).email)
}
