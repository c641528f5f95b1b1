import type { SubscriberInput } from '../../../contract/subscribers.ts'
import { readSite } from '../../accounts/settings/settings.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { countMailsTo, createMail } from '../mail/mail.repo.ts'
import { renderMail } from '../mail/mail-body.ts'
import { consumeConfirmation, createConfirmation } from './confirmations.repo.ts'
import {
  activateSubscriber,
  createConsent,
  createSubscriber,
  eraseSubscribers,
  findSubscriberByEmail,
  unsubscribe,
} from './subscribers.repo.ts'
import { unsubscribeUrl } from './unsubscribe-url.ts'

export type SignUpOptions = {
  origin: string
  now: string
  /** Double opt-in; without a mail server, a sign-up is active at once. */
  isMailSetUp: boolean
}

const form = {
  source: 'Newsletter form of the site',
  text: 'New guides for beginners, now and then, and nothing you did not ask for.',
}

/**
 * Signs an address up. The response does not reveal whether it was subscribed before; with mail, neither does the time,
 * since every sign-up enqueues one mail.
 */
export async function signUp(db: Db, input: SubscriberInput, options: SignUpOptions): Promise<void> {
  const { now } = options
  const known = await findSubscriberByEmail(db, input.email)
  if (input.website) {
    if (known) return
    return createHeldBack(db, input, now)
  }
  // A sign-up after a deletion starts with an empty consent log.
  if (known?.deleted_at) await eraseSubscribers(db, [known])
  const isNew = await createSubscriber(db, { ...input, isActive: !options.isMailSetUp }, now)
  const subscriber = (await findSubscriberByEmail(db, input.email))!
  const wasActive = isNew === undefined && Boolean(subscriber.is_active)
  if (!wasActive) await createConsent(db, subscriber.id, { act: 'signed-up', ...form }, now)
  if (options.isMailSetUp) await writeMail(db, { ...subscriber, wasActive, givenName: input.name }, options)
  else await activateSubscriber(db, subscriber.id, input.name ?? null)
}

/** Confirms a sign-up. False if the token is used, expired or unknown. */
export async function confirmSignUp(db: Db, token: string, now: string): Promise<boolean> {
  const confirmation = await consumeConfirmation(db, token, now)
  if (!confirmation) return false
  const { subscriberId, name } = confirmation
  if (!(await activateSubscriber(db, subscriberId, name))) return false
  await createConsent(db, subscriberId, { act: 'confirmed', source: 'Link in the mail' }, now)
  return true
}

/** Unsubscribes by the token of the subscriber's link; no effect for an unknown token. */
export async function unsubscribeByToken(db: Db, token: string, source: string, now: string): Promise<void> {
  // PostgreSQL rejects NUL in text.
  if (token.includes('\0')) return
  for (const id of await unsubscribe(db, { token }, now)) {
    await createConsent(db, id, { act: 'unsubscribed', source }, now)
  }
}

/** Unsubscribes on behalf of the owner. Returns the number of changed subscribers. */
export async function unsubscribeByOwner(db: Db, ids: number[], now: string): Promise<number> {
  const changed = await unsubscribe(db, { ids }, now)
  for (const id of changed) await createConsent(db, id, { act: 'unsubscribed', source: 'Owner' }, now)
  return changed.length
}

/** Reactivates a subscriber; `consent` says how they agreed. */
export async function resubscribe(db: Db, id: number, consent: string, now: string): Promise<void> {
  await activateSubscriber(db, id, null)
  await createConsent(db, id, { act: 'resubscribed', source: 'Owner', text: consent }, now)
}

/** Stores a bot's sign-up for the owner to see, without a mail. */
async function createHeldBack(db: Db, input: SubscriberInput, now: string): Promise<void> {
  const id = await createSubscriber(db, { ...input, isActive: false }, now)
  const text = 'A field was filled in that no person sees.'
  if (id !== undefined) await createConsent(db, id, { act: 'held-back', source: form.source, text }, now)
}

const HOUR = 60 * 60 * 1000
/** Sign-up mails per address and day, however often it is entered. */
const MAILS_A_DAY = 3

type Addressee = {
  id: number
  email: string
  unsubscribe_token: string
  wasActive: boolean
  givenName: string | undefined
}

async function writeMail(db: Db, to: Addressee, { origin, now }: SignUpOptions): Promise<void> {
  const since = new Date(Date.parse(now) - 24 * HOUR).toISOString()
  const kinds = ['confirmation', 'already-subscribed'] as const
  if ((await countMailsTo(db, to.email, [...kinds], since)) >= MAILS_A_DAY) return
  const { brand } = await readSite(db, origin)
  const leaveUrl = unsubscribeUrl(origin, to.unsubscribe_token)
  const footer = {
    text: `You get this mail because somebody entered ${to.email} in the newsletter form of ${origin}.`,
    link: { label: 'Unsubscribe', url: leaveUrl },
  }
  const mail = { to: to.email, unsubscribeUrl: leaveUrl }
  if (to.wasActive) {
    const paragraphs = [
      'Hello,',
      `you are on the list of the ${brand} newsletter already, so there is nothing to do. Thank you for reading!`,
    ]
    const body = renderMail({ paragraphs, footer })
    await createMail(
      db,
      { ...mail, kind: 'already-subscribed', subject: `You already get the ${brand} newsletter`, body },
      now,
    )
    return
  }
  const token = await createConfirmation(db, to.id, to.givenName, now)
  const body = renderMail({
    paragraphs: [
      'Hello,',
      `please confirm that you want the ${brand} newsletter: open this page and press the button on it.`,
    ],
    button: { label: 'Confirm my subscription', url: `${origin}/newsletter/confirm?token=${token}` },
    closing: [
      'The link works for 7 days. If this was not you, do nothing: without it you will not get the newsletter.',
    ],
    footer,
  })
  await createMail(
    db,
    { ...mail, kind: 'confirmation', subject: `Please confirm your subscription to ${brand}`, body },
    now,
  )
}
