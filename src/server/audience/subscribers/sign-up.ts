import { withoutAddress } from '../../../contract/audience/email-address.ts'
import type { NewsletterChoices } from '../../../contract/audience/newsletter-choices.ts'
import type { Frequency, SubscriberInput } from '../../../contract/audience/subscribers.ts'
import { orThrow } from '../../platform/db/first-row.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { planAutomaticNewsletters } from '../newsletter-sending/automatic-newsletters.repo.ts'
import { readDigest } from '../newsletter-sending/digests.repo.ts'
import { recordUnsubscription } from '../newsletter-sending/newsletter-states.repo.ts'
import { endErasure, type Remembering } from '../personal-data/erasures.repo.ts'
import { isSuppressed, removeBounceSuppression } from '../suppressions/suppressions.repo.ts'
import { FORM_SOURCE, readAgreement } from './agreements.repo.ts'
import { createAlreadySubscribedMail, createConfirmationMail, hasMailOfDay, lockMailsTo } from './confirmation-mail.ts'
import { confirmableUntil, consumeConfirmation, createConfirmation } from './confirmations.repo.ts'
import {
  activateSubscriber,
  chooseFrequency,
  comeBack,
  createConsent,
  createSubscriber,
  eraseSubscribers,
  findSubscriberByEmail,
  findSubscriberByToken,
  oweConfirmation,
  renewUnconfirmed,
  unsubscribe,
  wasConfirmed,
} from './subscribers.repo.ts'

export type SignUpOptions = {
  origin: string
  now: string
  /** Without a mail server, the confirmation is owed until there is one. */
  isMailSetUp: boolean
  /** The path of the page with the form; null if unknown. */
  page: string | null
  /** A keyed hash. */
  network: string
  /** False for a network that has caused too many mails lately: the response stays the same. */
  maySend: boolean
  secrets: Secrets
}

/**
 * Signs an address up. The response does not reveal whether it was subscribed before; with mail, neither does the time,
 * since the first sign-up of a day enqueues one mail. Simultaneous ones for an address wait for each other.
 */
export async function signUp(db: Db, given: SubscriberInput, options: SignUpOptions): Promise<void> {
  const input = { ...given, name: withoutAddress(given.name ?? '') }
  const { now } = options
  await lockMailsTo(db, input.email)
  const known = await findSubscriberByEmail(db, input.email)
  if (input.website) {
    if (known) return
    return createHeldBack(db, input, now)
  }
  // A sign-up after a deletion starts with an empty consent log.
  if (known?.deleted_at) await eraseSubscribers(db, [known])
  const isNew = await createSubscriber(db, { ...input, isActive: false }, now)
  const subscriber = await orThrow(findSubscriberByEmail(db, input.email))
  const wasActive = isNew === undefined && Boolean(subscriber.is_active)
  const maySend = options.isMailSetUp && options.maySend
  if (!wasActive) {
    const agreement = await readAgreement(db, { terms: input.terms, page: options.page })
    await createConsent(db, subscriber.id, { act: 'signed-up', ...agreement }, now)
    await renewUnconfirmed(db, subscriber.id, options.network, now)
  }
  if (await hasMailOfDay(db, subscriber.email, now)) return
  if (!wasActive) await oweConfirmation(db, subscriber.id, maySend ? null : now)
  if (maySend) await writeMail(db, subscriber, { wasActive, name: input.name, ...options })
}

const PAGE = 'Page of the unsubscribe link'

/** 'stopped': confirmed, but the address stays suppressed. 'expired': the token is used, expired or unknown. */
export type ConfirmOutcome = 'done' | 'stopped' | 'expired'

/** Confirms a sign-up. That proves that the address gets mail, so a suppression after bounces ends. */
export async function confirmSignUp(db: Db, token: string, remembering: Remembering): Promise<ConfirmOutcome> {
  const { now } = remembering
  const confirmation = await consumeConfirmation(db, token, now)
  if (!confirmation) return 'expired'
  const { subscriberId, name } = confirmation
  const email = await activateSubscriber(db, subscriberId, name)
  if (email === undefined) return 'expired'
  await endErasure(db, email, remembering)
  const lifted = await removeBounceSuppression(db, email)
  const text = lifted === undefined ? '' : 'This ended the suppression of the address after bounces.'
  await createConsent(db, subscriberId, { act: 'confirmed', source: 'Link in the mail', text }, now)
  await planAutomaticNewsletters(db, subscriberId, now)
  return (await isSuppressed(db, email)) === undefined ? 'done' : 'stopped'
}

type LeavingBy = { source: string; newsletterId: number | undefined; now: string }

/**
 * Unsubscribes by the token of the subscriber's link, and counts it for the newsletter whose link it was; no effect for an
 * unknown token.
 */
export async function unsubscribeByToken(
  db: Db,
  token: string,
  { source, newsletterId, now }: LeavingBy,
): Promise<void> {
  // PostgreSQL rejects NUL in text.
  if (token.includes('\0')) return
  for (const id of await unsubscribe(db, { token }, now)) {
    await createConsent(db, id, { act: 'unsubscribed', source }, now)
    if (newsletterId !== undefined) await recordUnsubscription(db, newsletterId, id, now)
  }
}

/** The choices on the page of a subscriber's link; the same for an unknown token as for a subscriber who gets everything. */
export async function readChoices(db: Db, token: string): Promise<NewsletterChoices> {
  const subscriber = await findSubscriberByToken(db, token)
  const { isOn } = await readDigest(db)
  return { frequency: subscriber?.frequency ?? 'all', hasDigest: isOn, hasLeft: hasLeft(subscriber) }
}

function hasLeft(subscriber: Pick<Row<'subscribers'>, 'is_active' | 'unconfirmed_at'> | undefined): boolean {
  return subscriber !== undefined && !subscriber.is_active && subscriber.unconfirmed_at === null
}

/**
 * Sets which newsletters a subscriber wants, by the token of their link; no effect for an unknown token. Returns the state of
 * the page: 'done' for one who has unsubscribed before, which stays, and undefined for the digest while none is switched on.
 */
export async function chooseFrequencyByToken(
  db: Db,
  token: string,
  frequency: Frequency,
  now: string,
): Promise<Frequency | 'done' | undefined> {
  if (hasLeft(await findSubscriberByToken(db, token))) return 'done'
  if (frequency === 'digest' && !(await readDigest(db)).isOn) return undefined
  if (token.includes('\0')) return frequency
  const id = await chooseFrequency(db, token, frequency)
  const act = frequency === 'all' ? 'all-newsletters' : 'fewer-newsletters'
  if (id !== undefined) await createConsent(db, id, { act, source: PAGE }, now)
  return frequency
}

/** 'stopped': the address stays suppressed. A token: the sign-up was never confirmed, which this token does. */
export type ComeBackOutcome = { state: 'back' | 'stopped' } | { confirmation: string }

/**
 * Subscribes again by the token of the subscriber's link; no effect for an unknown token. With a mail server, a sign-up that
 * was never confirmed still needs its confirmation.
 */
export async function comeBackByToken(
  db: Db,
  token: string,
  { isMailSetUp, now }: Pick<SignUpOptions, 'isMailSetUp' | 'now'>,
): Promise<ComeBackOutcome> {
  const subscriber = await findSubscriberByToken(db, token)
  if (!subscriber) return { state: 'back' }
  const { id, email, name } = subscriber
  const outcome = { state: (await isSuppressed(db, email)) === undefined ? 'back' : 'stopped' } as const
  const needsConfirmation = isMailSetUp && !subscriber.is_active && !(await wasConfirmed(db, id))
  if (needsConfirmation && outcome.state === 'stopped') return outcome
  if (needsConfirmation) {
    const expiresAt = confirmableUntil(now)
    return { confirmation: await createConfirmation(db, { subscriberId: id, name: name ?? undefined, now, expiresAt }) }
  }
  const back = await comeBack(db, token)
  if (back !== undefined) await createConsent(db, back, { act: 'resubscribed', source: PAGE, text: 'Come back' }, now)
  return outcome
}

/** Unsubscribes on behalf of the owner. Returns the number of changed subscribers. */
export async function unsubscribeByOwner(db: Db, ids: number[], now: string): Promise<number[]> {
  const changed = await unsubscribe(db, { ids }, now)
  for (const id of changed) await createConsent(db, id, { act: 'unsubscribed', source: 'Owner' }, now)
  return changed
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
  if (id !== undefined) await createConsent(db, id, { act: 'held-back', source: FORM_SOURCE, text }, now)
}

type Addressee = { id: number; email: string; unsubscribe_token: string }
type Sender = { wasActive: boolean; name: string | undefined } & Pick<SignUpOptions, 'origin' | 'now'>

async function writeMail(db: Db, to: Addressee, { wasActive, name, origin, now }: Sender): Promise<void> {
  // Only a confirmation ends a suppression, or says that it stays.
  const isOnList = wasActive && (await isSuppressed(db, to.email)) === undefined
  if (isOnList) return createAlreadySubscribedMail(db, to, { origin, now })
  const expiresAt = confirmableUntil(now)
  return createConfirmationMail(db, { to, name, expiresAt, isReminder: false }, { origin, now })
}
