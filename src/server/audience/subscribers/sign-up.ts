import type { SubscriberInput } from '../../../contract/subscribers.ts'
import { readSite } from '../../accounts/settings/settings.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { countMailsTo, createMail } from '../mail/mail.repo.ts'
import { renderMail } from '../mail/mail-body.ts'
import { createConfirmation, takeConfirmation } from './confirmations.repo.ts'
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
  /** With mail a second step is asked for; without it nobody could take one. */
  isMailSetUp: boolean
}

const form = {
  source: 'Newsletter form of the site',
  text: 'New guides for beginners, now and then, and nothing you did not ask for.',
}

/**
 * Signs an address up. What it was before, the caller cannot tell: the answer is the same, and with mail so is the work,
 * one mail that only its owner reads.
 */
export async function signUp(db: Db, input: SubscriberInput, options: SignUpOptions): Promise<void> {
  const { now } = options
  const known = await findSubscriberByEmail(db, input.email)
  if (input.website) {
    if (known) return
    return holdBack(db, input, now)
  }
  // Who signs up again after being deleted begins anew.
  if (known?.deleted_at) await eraseSubscribers(db, [known])
  const isNew = await createSubscriber(db, { ...input, isActive: !options.isMailSetUp }, now)
  const subscriber = (await findSubscriberByEmail(db, input.email))!
  const wasActive = isNew === undefined && Boolean(subscriber.is_active)
  if (!wasActive) await createConsent(db, subscriber.id, { act: 'signed-up', ...form }, now)
  if (options.isMailSetUp) await writeMail(db, { ...subscriber, wasActive, givenName: input.name }, options)
  else await activateSubscriber(db, subscriber.id, input.name ?? null)
}

/** The second step. False for a link that was used, is too old or never was. */
export async function confirmSignUp(db: Db, token: string, now: string): Promise<boolean> {
  const confirmation = await takeConfirmation(db, token, now)
  if (!confirmation) return false
  const { subscriberId, name } = confirmation
  if (!(await activateSubscriber(db, subscriberId, name))) return false
  await createConsent(db, subscriberId, { act: 'confirmed', source: 'Link in the mail' }, now)
  return true
}

/** Leaves the newsletter by the subscriber's own link; a link that never was changes nothing. */
export async function leaveNewsletter(db: Db, token: string, source: string, now: string): Promise<void> {
  // PostgreSQL takes no NUL in a text.
  if (token.includes('\0')) return
  for (const id of await unsubscribe(db, { token }, now)) {
    await createConsent(db, id, { act: 'unsubscribed', source }, now)
  }
}

/** Keeps what a program sent, where the owner can see it and nothing is mailed. */
async function holdBack(db: Db, input: SubscriberInput, now: string): Promise<void> {
  const id = await createSubscriber(db, { ...input, isActive: false }, now)
  const text = 'A field was filled in that no person sees.'
  if (id !== undefined) await createConsent(db, id, { act: 'held-back', source: form.source, text }, now)
}

const HOUR = 60 * 60 * 1000
/** Mails about signing up that one address gets in a day, whoever types it in. */
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
