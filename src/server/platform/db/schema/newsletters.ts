import type { ColumnType, Generated } from 'kysely'
import type { HookProviderName } from '../../../../contract/audience/mail-hooks.ts'
import type { ClickReason } from '../../../../contract/audience/newsletter-clicks.ts'
import type { NewsletterKind, NewsletterState, RecipientState } from '../../../../contract/audience/newsletters.ts'
import type { BounceKind, SuppressionReason, SuppressionSource } from '../../../../contract/audience/suppressions.ts'
import type { DefaultedFlag } from './columns.ts'

type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>

export type NewsletterTables = {
  /** How a post of the kind 'newsletter' is sent. */
  newsletters: {
    post_id: number
    kind: ColumnType<NewsletterKind, NewsletterKind | undefined, NewsletterKind>
    state: ColumnType<NewsletterState, NewsletterState | undefined, NewsletterState>
    /** The version of this row, not of the text. */
    version: ColumnType<number, number | undefined, number>
    /** Empty: that of the mail settings. */
    sender_name: ColumnType<string, string | undefined, string>
    /** The owner's own text above a post. */
    intro: ColumnType<string, string | undefined, string>
    /** JSON of `NewsletterAudience`. */
    audience: ColumnType<string, string | undefined, string>
    /** The post that it was made from. */
    source_post_id: Nullable<number>
    source_form: Nullable<'whole' | 'excerpt'>
    /** JSON of the `SourceText` that it took from the post, and when. */
    source_text: Nullable<string>
    source_taken_at: Nullable<string>
    /** Whether a scheduled one has the time of its post instead of `scheduled_at`. */
    goes_with_post: DefaultedFlag
    /** Days since the confirmation, in a newsletter of a series. */
    delay_days: Nullable<number>
    has_page: DefaultedFlag
    is_indexable: DefaultedFlag
    counts_clicks: DefaultedFlag
    scheduled_at: Nullable<string>
    /** Why it is paused, as a sentence for the owner. */
    note: Nullable<string>
    /** The texts that were frozen when sending began, with merge fields. */
    sent_subject: Nullable<string>
    sent_preview: Nullable<string>
    sent_html: Nullable<string>
    sent_text: Nullable<string>
    /** The stored body at that time, from which the page of the newsletter is rendered. */
    sent_content: Nullable<string>
    /** Null for one that began in an earlier version, which used the present ones. */
    sent_sender_name: Nullable<string>
    sent_intro: Nullable<string>
    sent_counts_clicks: ColumnType<boolean | number | null, boolean | undefined, boolean | number>
    /** When `sent_html` and `sent_text` were composed: that of an automatic one is composed again while it is on. */
    composed_at: Nullable<string>
    started_at: Nullable<string>
    finished_at: Nullable<string>
    created_at: string
    updated_at: string
  }
  /** Fixed when sending begins. */
  newsletter_recipients: {
    id: Generated<number>
    newsletter_id: number
    subscriber_id: Nullable<number>
    /** Lower case; '#' and the id once the subscriber is erased. */
    email: string
    state: RecipientState
    attempts: ColumnType<number, number | undefined, number>
    /** Time of the next attempt; while leased, the time at which another process may take over. */
    next_at: string
    /** Random token of the process that holds it. */
    lease: Nullable<string>
    first_attempt_at: Nullable<string>
    /** When the state became a final one. */
    settled_at: Nullable<string>
    /** The last response of the mail server, or why there was none. */
    response: Nullable<string>
    bounce: Nullable<BounceKind>
    bounced_at: Nullable<string>
    /** When they unsubscribed by the link in this newsletter. */
    unsubscribed_at: Nullable<string>
  }
  /** Periods of the digest, each once. */
  digests: {
    /** The day on which it was due, in the time zone of the site. */
    period: string
    /** Null for a period without new posts. */
    newsletter_id: Nullable<number>
    /** Posts that were published until then have been in a digest. */
    posts_until: string
  }
  /** The targets of links in newsletters that count clicks. */
  newsletter_links: {
    newsletter_id: number
    /** A hash of the URL, which stays the same when the newsletter is frozen again. */
    key: string
    url: string
    /** The words of the link; empty for a picture. */
    label: ColumnType<string, string | undefined, string>
  }
  newsletter_click_sums: {
    newsletter_id: number
    link_key: string
    /** Empty: a person's. */
    reason: ClickReason | ''
    /** On which it was counted. */
    day: string
    count: number
  }
  /** Deleted as soon as they are added to the sums, some minutes later. */
  newsletter_click_requests: {
    recipient_id: number
    link_key: string
    /**
     * The verdict from the request alone: '' if it may be a person's click, 'footer' for a link that is not counted
     * as one.
     */
    reason: ClickReason | '' | 'footer'
    at: string
  }
  /** Addresses that get no newsletters. */
  suppressions: {
    /** Lower case; '#' and the SHA-256 of the address once its owner's data is erased. */
    email: string
    reason: SuppressionReason
    source: SuppressionSource
    detail: ColumnType<string, string | undefined, string>
    created_at: string
    /** The newsletter whose bounce or complaint it was, if that is known. */
    newsletter_id: Nullable<number>
  }
  /** Attempts by minute, for the limits of an hour and of a day; `paced_until` is when the next one may follow. */
  newsletter_attempts: { minute: string; count: number; paced_until: string }
  /** Delivery reports that had an effect, so that a repeated one has none. */
  delivery_reports: {
    source: SuppressionSource
    /** The provider's id; hashed if it is longer or holds an address. */
    event_id: string
    received_at: string
  }
  /** Addresses to which providers send delivery reports. */
  mail_hooks: {
    provider: HookProviderName
    secret_hash: string
    secret_sealed: string
    /** The signing key, for providers that sign. */
    key_sealed: Nullable<string>
    created_at: string
    last_report_at: Nullable<string>
    reports: ColumnType<number, number | undefined, number>
    /** Why the last rejected request was rejected, as a sentence; null since a later success. */
    error: Nullable<string>
    error_at: Nullable<string>
    /** The topic of Amazon SNS whose messages count: that of the first confirmed subscription. */
    topic_arn: Nullable<string>
  }
}
