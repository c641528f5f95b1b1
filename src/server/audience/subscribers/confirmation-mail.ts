import { unsubscribeUrl } from '../../../contract/audience/unsubscribe-url.ts'
import { readSite } from '../../accounts/settings/settings.repo.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/schema.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { countMailsTo, createMail } from '../mail/mail.repo.ts'
import { renderMail } from '../mail/mail-body.ts'
import { readSenderAddress, senderLine } from '../mail/sender-address.repo.ts'
import { createConfirmation } from './confirmations.repo.ts'

/** Makes sign-ups and reminders of one address wait for each other until the end of the transaction. */
export function lockMailsTo(db: Db, email: string): Promise<void> {
  return lockTable(db, `sign-up ${email.toLowerCase()}`)
}

/** Whether an address has got its sign-up mail of the last 24 hours: it gets one a day, however often it is entered. */
export async function hasMailOfDay(db: Db, email: string, now: string): Promise<boolean> {
  const since = new Date(Date.parse(now) - DAY_MS).toISOString()
  return (await countMailsTo(db, email, ['confirmation', 'already-subscribed'], since)) > 0
}

type Addressee = { id: number; email: string; unsubscribe_token: string }

type ConfirmationMail = {
  to: Addressee
  /** The name entered with the sign-up. */
  name: string | undefined
  /** The link works until then. */
  expiresAt: string
  isReminder: boolean
}

/** Enqueues the mail with the link that confirms a sign-up; call it in the transaction of its cause. */
export async function createConfirmationMail(
  db: Db,
  { to, name, expiresAt, isReminder }: ConfirmationMail,
  { origin, now }: { origin: string; now: string },
): Promise<void> {
  const site = await readSite(db, origin)
  const { brand } = site
  const token = await createConfirmation(db, { subscriberId: to.id, name, now, expiresAt })
  const days = Math.floor((Date.parse(expiresAt) - Date.parse(now)) / DAY_MS)
  const request = `please confirm that you want the ${brand} newsletter: open this page and press the button on it.`
  const body = renderMail(site, {
    paragraphs: [
      'Hello,',
      isReminder ? `a few days ago your address was entered for it and not confirmed yet, so ${request}` : request,
    ],
    button: { label: 'Confirm my subscription', url: `${origin}/newsletter/confirm?token=${token}` },
    closing: [
      `The link works for ${days} days. If this was not you, do nothing: without it you will not get the newsletter.`,
      ...(isReminder ? ['This is the only reminder.'] : []),
    ],
    footer: await signUpFooter(db, origin, to),
  })
  const subject = `Please confirm your subscription to ${brand}`
  const address = { to: to.email, unsubscribeUrl: unsubscribeUrl(origin, to.unsubscribe_token) }
  await createMail(db, { ...address, kind: 'confirmation', subject, body }, now)
}

/** Enqueues the mail to an active subscriber who fills in the form again. */
export async function createAlreadySubscribedMail(
  db: Db,
  to: Addressee,
  { origin, now }: { origin: string; now: string },
): Promise<void> {
  const site = await readSite(db, origin)
  const { brand } = site
  const paragraphs = [
    'Hello,',
    `you are on the list of the ${brand} newsletter already, so there is nothing to do. Thank you for reading!`,
  ]
  const body = renderMail(site, { paragraphs, footer: await signUpFooter(db, origin, to) })
  const subject = `You already get the ${brand} newsletter`
  const address = { to: to.email, unsubscribeUrl: unsubscribeUrl(origin, to.unsubscribe_token) }
  await createMail(db, { ...address, kind: 'already-subscribed', subject, body }, now)
}

/** Without the owner’s address a sign-up is confirmed too: only a newsletter needs it. */
async function signUpFooter(db: Db, origin: string, to: Addressee) {
  const reason = `You get this mail because somebody entered ${to.email} in the newsletter form of ${origin}.`
  return {
    text: [reason, senderLine(await readSenderAddress(db))].filter(Boolean).join('\n'),
    link: { label: 'Unsubscribe', url: unsubscribeUrl(origin, to.unsubscribe_token) },
  }
}
