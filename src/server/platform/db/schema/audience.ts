import type { ColumnType, Generated } from 'kysely'
import type { LearnedReason, SpamReason } from '../../../../contract/audience/contact-messages.ts'
import type { SignUpForm } from '../../../../contract/audience/invitations.ts'
import type { MailKind, MailState } from '../../../../contract/audience/mails.ts'
import type { ConsentAct } from '../../../../contract/audience/subscriber-list.ts'
import type { Frequency, SubscriberSource } from '../../../../contract/audience/subscribers.ts'
import type { Deletion, Flag } from './columns.ts'

export type AudienceTables = {
  subscribers: {
    id: Generated<number>
    /** Lower case. */
    email: string
    name: string | null
    /** An inactive subscriber is unconfirmed if `unconfirmed_at` is set, otherwise unsubscribed. */
    is_active: Flag
    created_at: string
    deleted_at: Deletion
    /** Time of the sign-up, until it is confirmed. */
    unconfirmed_at: ColumnType<string | null, string | null | undefined, string | null>
    unsubscribed_at: ColumnType<string | null, string | null | undefined, string | null>
    /** Part of the unsubscribe URL. */
    unsubscribe_token: string
    /** Where they signed up; '' if unknown. */
    source: ColumnType<SubscriberSource, SubscriberSource | undefined, SubscriberSource>
    frequency: ColumnType<Frequency, Frequency | undefined, Frequency>
    /** When a sign-up exceeded the limit of mails, until its first confirmation is written. */
    confirmation_owed_at: ColumnType<string | null, string | null | undefined, string | null>
    /** When the confirmation was sent a second and last time. */
    confirmation_resent_at: ColumnType<string | null, string | null | undefined, string | null>
    /** Keyed hash of the client network of a sign-up, until it is confirmed or left. */
    sign_up_network: ColumnType<string | null, string | null | undefined, string | null>
  }
  subscriber_tags: { subscriber_id: number; tag: string }
  /** Append-only log of the consent of subscribers. */
  consents: {
    id: Generated<number>
    subscriber_id: number
    act: ConsentAct
    source: string
    /** The words that the reader agreed to. */
    text: string
    at: string
    /** The form that showed them, the path of its page, its language, and the version of the privacy policy that it linked. */
    form: ColumnType<SignUpForm | null, SignUpForm | null | undefined, SignUpForm | null>
    page: ColumnType<string | null, string | null | undefined, string | null>
    language: ColumnType<string | null, string | null | undefined, string | null>
    policy: ColumnType<string | null, string | null | undefined, string | null>
  }
  /** Pending confirmations of the double opt-in. */
  confirmations: {
    /** SHA-256 of the token in the mail. */
    token_hash: string
    subscriber_id: number
    /** The name entered with this sign-up. */
    name: string | null
    created_at: string
    expires_at: string
  }
  contacts: {
    id: Generated<number>
    name: string
    email: string
    subject: string
    message: string
    is_read: Flag
    is_spam: Flag
    created_at: string
    deleted_at: Deletion
    spam_reason: ColumnType<SpamReason | null, SpamReason | null | undefined, SpamReason | null>
  }
  contact_replies: { id: Generated<number>; contact_id: number; text: string; created_at: string }
  /** Texts that the owner inserts into replies. */
  saved_replies: { id: Generated<number>; name: string; text: string; updated_at: string }
  /** Exceptions from the spam filter, learned from 'Not spam'. */
  spam_rules: {
    id: Generated<number>
    /** The reason that no longer counts. */
    reason: LearnedReason
    kind: 'sender' | 'host'
    /** An email address or a host, in lower case. */
    value: string
    created_at: string
    /** The address, in lower case, from whose message a host was learned; null in rows of older versions. */
    sender: ColumnType<string | null, string | null | undefined, string | null>
  }
  /** Erased addresses, as keyed hashes. */
  erasures: {
    hash: string
    erased_at: string
    /** When its person signed up again. */
    ended_at: string | null
  }
  /** All mails, queued and sent. */
  mails: {
    id: Generated<number>
    kind: MailKind
    to_address: string
    /** Null until sent. */
    from_address: string | null
    reply_to: string | null
    subject: string
    text: string
    html: string
    unsubscribe_url: string | null
    state: MailState
    attempts: number
    /** Time of the next attempt; while being sent, the time at which another process may take over. */
    next_at: string
    error: string | null
    created_at: string
    sent_at: string | null
    /** The message that the mail notifies of. */
    contact_id: ColumnType<number | null, number | null | undefined, number | null>
    /** The reply that the mail carries. */
    reply_id: ColumnType<number | null, number | null | undefined, number | null>
    /** The response with which the mail server accepted the mail. */
    response: ColumnType<string | null, string | null | undefined, string | null>
  }
}
