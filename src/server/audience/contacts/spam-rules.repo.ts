import type { ExpressionBuilder } from 'kysely'
import type { LearnedReason } from '../../../contract/audience/contact-messages.ts'
import type { ContactInput } from '../../../contract/audience/contacts.ts'
import type { SpamRule } from '../../../contract/audience/spam-rules.ts'
import type { Db, NewRow, Row, Schema } from '../../platform/db/schema.ts'
import { type Exceptions, linksIn } from './spam.ts'

/** Hosts of one message that are remembered. */
const HOSTS_MAX = 10
/** The oldest beyond this are deleted, so that the list shows all. */
const RULES_MAX = 500

/** The exceptions that concern a message. */
export async function findExceptions(db: Db, input: ContactInput): Promise<Exceptions> {
  const hosts = [...new Set(linksIn(input))].filter((host) => host !== '').slice(0, 100)
  const rows = await db
    .selectFrom('spam_rules')
    .select(['reason', 'kind', 'value'])
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', 'sender'), eb('value', '=', input.email.toLowerCase())]),
        ...(hosts.length > 0 ? [eb.and([eb('kind', '=', 'host'), eb('value', 'in', hosts)])] : []),
      ]),
    )
    .execute()
  const of = (kind: 'sender' | 'host') => rows.filter((row) => row.kind === kind)
  return {
    reasons: new Set(of('sender').map(({ reason }) => reason)),
    hosts: new Set(of('host').map(({ value }) => value)),
  }
}

type Message = Pick<Row<'contacts'>, 'name' | 'email' | 'subject' | 'message'>
type Mistaken = Message & Pick<Row<'contacts'>, 'spam_reason'>
type LearnedRule = { reason: LearnedReason; host?: string; createdAt: string }

/** Learns from messages that were mistaken for spam: the same reason spares their senders and the hosts of their links. */
export async function learnFrom(db: Db, messages: Mistaken[], now: string): Promise<void> {
  const rules = messages.flatMap((message) => {
    const { spam_reason: reason } = message
    return reason === null || reason === 'owner' ? [] : rulesOf(message, reason, now)
  })
  if (rules.length === 0) return
  await db
    .insertInto('spam_rules')
    .values(rules)
    .onConflict((conflict) => conflict.columns(['reason', 'kind', 'value']).doNothing())
    .execute()
  await db
    .deleteFrom('spam_rules')
    .where('id', '<=', (eb) =>
      eb.selectFrom('spam_rules').select('id').orderBy('id', 'desc').limit(1).offset(RULES_MAX),
    )
    .execute()
}

/** Reverts what was learned about the senders and links of messages that are spam after all. */
export async function unlearnFrom(db: Db, messages: Message[]): Promise<void> {
  const senders = messages.map(({ email }) => email.toLowerCase())
  const hosts = messages.flatMap(hostsOf)
  await deleteSenderRules(db, senders)
  if (hosts.length > 0)
    await db.deleteFrom('spam_rules').where('kind', '=', 'host').where('value', 'in', hosts).execute()
}

async function deleteSenderRules(db: Db, emails: string[]): Promise<void> {
  if (emails.length === 0) return
  await db
    .deleteFrom('spam_rules')
    .where((eb) => eb.or([eb.and([eb('kind', '=', 'sender'), eb('value', 'in', emails)]), eb('sender', 'in', emails)]))
    .execute()
}

/** Selects the rules that the messages of a sender taught; `messages` find the hosts that older versions learned. */
function learnedFrom(email: string, messages: Message[]) {
  const address = email.toLowerCase()
  const hosts = messages.flatMap(hostsOf)
  return (eb: ExpressionBuilder<Schema, 'spam_rules'>) =>
    eb.or([
      eb.and([eb('kind', '=', 'sender'), eb('value', '=', address)]),
      eb('sender', '=', address),
      ...(hosts.length > 0
        ? [eb.and([eb('kind', '=', 'host'), eb('sender', 'is', null), eb('value', 'in', hosts)])]
        : []),
    ])
}

/** The rules that were learned from the messages of a sender. */
export async function findRulesFrom(db: Db, email: string, messages: Message[]): Promise<LearnedRule[]> {
  const rows = await db
    .selectFrom('spam_rules')
    .select(['reason', 'kind', 'value', 'created_at'])
    .where(learnedFrom(email, messages))
    .orderBy('id')
    .execute()
  return rows.map(({ reason, kind, value, created_at }) => ({
    reason,
    ...(kind === 'host' ? { host: value } : {}),
    createdAt: created_at,
  }))
}

/** Deletes the rules that were learned from the messages of a sender. */
export async function deleteRulesFrom(db: Db, email: string, messages: Message[]): Promise<void> {
  await db.deleteFrom('spam_rules').where(learnedFrom(email, messages)).execute()
}

export async function listSpamRules(db: Db): Promise<SpamRule[]> {
  const rows = await db.selectFrom('spam_rules').selectAll().orderBy('id', 'desc').limit(RULES_MAX).execute()
  return rows.map(({ created_at, sender: _, ...row }) => ({ ...row, createdAt: created_at }))
}

/** False if it does not exist. */
export async function deleteSpamRule(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('spam_rules').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

function rulesOf(message: Message, reason: LearnedReason, now: string): NewRow<'spam_rules'>[] {
  const sender = { reason, kind: 'sender' as const, value: message.email.toLowerCase(), created_at: now }
  if (reason !== 'links') return [sender]
  return [
    sender,
    ...hostsOf(message).map((value) => ({ ...sender, kind: 'host' as const, value, sender: sender.value })),
  ]
}

const hostsOf = (message: Message) => [...new Set(linksIn(message))].filter((host) => host !== '').slice(0, HOSTS_MAX)
