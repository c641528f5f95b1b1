import type { ColumnType, Generated, Insertable, Kysely, Selectable } from 'kysely'
import type { SpamReason } from '../../../contract/contact-messages.ts'
import type { MailKind, MailState } from '../../../contract/mails.ts'
import type { ConsentAct } from '../../../contract/subscriber-list.ts'

/**
 * The tables. Times are ISO 8601 in UTC, days `YYYY-MM-DD` in the site's time zone, money whole minor units.
 * A boolean reads as 0 or 1 from SQLite, so rows are converted with `Boolean()` in each noun's `toX(row)`.
 */
export type Schema = {
  categories: {
    id: Generated<number>
    slug: string
    name: string
    description: string
    image_url: string
    image_alt: string
    position: number
    created_at: string
    updated_at: string
    deleted_at: Deletion
    /** The slug that a deleted category had; `slug` is free for another meanwhile. */
    deleted_slug: ColumnType<string | null, string | null | undefined, string | null>
  }
  posts: {
    id: Generated<number>
    title: string
    slug: string
    excerpt: string
    /** Cleaned HTML. */
    content: string
    /** The words of `content`, for search. */
    body_text: string
    cover_image: string
    image_alt: string
    is_pin_optimized: Flag
    pin_text: string | null
    meta_title: string | null
    meta_description: string | null
    keywords: string
    category_id: number | null
    is_featured: Flag
    published_at: string | null
    created_at: string
    updated_at: string
    version: Generated<number>
    deleted_at: Deletion
    /** The slug that a deleted post had; `slug` is free for another meanwhile. */
    deleted_slug: ColumnType<string | null, string | null | undefined, string | null>
  }
  /** Earlier states of posts, the newest the one that is shown. */
  post_revisions: {
    id: Generated<number>
    post_id: number
    version: number
    title: string
    words: number
    /** JSON of a `PostInput`. */
    post: string
    created_at: string
  }
  /** Slugs that were public once, and the row that each led to. */
  redirects: {
    id: Generated<number>
    /** The table that `target_id` is of. */
    kind: 'posts' | 'categories'
    from_slug: string
    target_id: number
    created_at: string
  }
  products: {
    id: Generated<number>
    name: string
    category: string
    price_minor: number
    currency: string
    image_url: string
    image_alt: string
    affiliate_link: string
    is_active: Flag
    /** Its place among the products that are not deleted, from 1; a deleted one keeps the place it had. */
    position: number
    created_at: string
    updated_at: string
    version: Generated<number>
    deleted_at: Deletion
  }
  images: {
    id: Generated<number>
    /** Hash of the bytes; names the folder of its variants. */
    key: string
    url: string
    alt_text: string
    width: number
    height: number
    /** JSON array of numbers. */
    widths: string
    placeholder: string
    /** What was uploaded: its name, its format ('jpeg', …) and its size. */
    file_name: Generated<string>
    format: Generated<string>
    bytes: Generated<number>
    is_animated: DefaultedFlag
    /** The alt text says more than the name of the file does. */
    is_described: DefaultedFlag
    created_at: string
    deleted_at: Deletion
  }
  subscribers: {
    id: Generated<number>
    /** In lower case. */
    email: string
    name: string | null
    /** An inactive subscriber is unconfirmed while `unconfirmed_at` is set, else unsubscribed. */
    is_active: Flag
    created_at: string
    deleted_at: Deletion
    /** Since when the second step of the sign-up is awaited. */
    unconfirmed_at: ColumnType<string | null, string | null | undefined, string | null>
    unsubscribed_at: ColumnType<string | null, string | null | undefined, string | null>
    /** In the address that unsubscribes. */
    unsubscribe_token: string
  }
  /** What a subscriber agreed to, when and where, and what became of it; it is only added to. */
  consents: {
    id: Generated<number>
    subscriber_id: number
    act: ConsentAct
    source: string
    text: string
    at: string
  }
  /** The second step of a sign-up that is awaited. */
  confirmations: {
    /** SHA-256 of the token in the mail. */
    token_hash: string
    subscriber_id: number
    /** The name that was given with this sign-up. */
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
  link_clicks: {
    id: Generated<number>
    link_id: string
    product_id: number | null
    post_id: number | null
    clicked_at: string
    /** Why this click is not counted as a person's; null where it is. */
    filtered_reason: string | null
  }
  conversions: {
    id: Generated<number>
    link_id: string
    product_id: number | null
    revenue_minor: number
    converted_at: string
    /** The day that its sums are in, in the time zone that the site had then. */
    day: string
    /** Null for what the owner entered. */
    network_id: ColumnType<number | null, number | null | undefined, never>
    /** The network's own name for it. The same twice from a network is one. */
    conversion_id: ColumnType<string | null, string | null | undefined, never>
  }
  /** Who may report conversions. */
  conversion_networks: {
    id: Generated<number>
    name: string
    /** SHA-256 of the secret. */
    secret_hash: string
    created_at: string
    /** When it last reported a conversion. */
    used_at: ColumnType<string | null, string | null | undefined, string>
    revoked_at: ColumnType<string | null, string | null | undefined, string>
  }
  /**
   * Sums that each click and conversion is added to in its own transaction. `product_id` 0 is what has no product; a
   * deleted product or post keeps its sums. `clicks` are people's.
   */
  daily_totals: {
    day: string
    product_id: number
    clicks: Sum
    filtered_clicks: Sum
    conversions: Sum
    revenue_minor: Sum
  }
  monthly_totals: {
    /** `YYYY-MM`. */
    month: string
    product_id: number
    clicks: Sum
    conversions: Sum
    revenue_minor: Sum
  }
  /** All products together. */
  daily_site_totals: { day: string; clicks: Sum; conversions: Sum; revenue_minor: Sum }
  daily_filtered_totals: { day: string; reason: string; clicks: Sum }
  daily_post_totals: { day: string; post_id: number; clicks: Sum }
  monthly_post_totals: { month: string; post_id: number; clicks: Sum }
  users: {
    id: Generated<number>
    username: string
    password_hash: string
    name: string
    bio: string
    image: string | null
    /** The well-known demo account, until its password is changed. */
    is_demo: Flag
    created_at: string
  }
  sessions: {
    id: Generated<number>
    /** SHA-256 of the token that the cookie carries. */
    token_hash: string
    user_id: number
    /** Such as 'Chrome on Android'; never an address. */
    device: string
    created_at: string
    /** Right to a few minutes. */
    last_seen_at: string
    expires_at: string
  }
  /** Failed attempts to sign in since the last that succeeded. */
  sign_in_attempts: {
    /** Keyed hash of a network, an account or a known browser. */
    subject: string
    count: number
    last_at: string
    waits_until: string
  }
  two_factor: {
    user_id: number
    /** Sealed. */
    secret: string
    /** Null until a right code has shown that the app has the secret. */
    confirmed_at: string | null
    /** The time step (RFC 6238) of the last code that was used: none before or at it counts again. */
    last_step: number
  }
  recovery_codes: { id: Generated<number>; user_id: number; code_hash: string; used_at: string | null }
  passkeys: {
    id: Generated<number>
    user_id: number
    credential_id: string
    /** COSE key in base64url. */
    public_key: string
    counter: number
    /** JSON array of texts. */
    transports: string
    name: string
    created_at: string
    last_used_at: string | null
  }
  passkey_challenges: { challenge: string; purpose: 'register' | 'sign-in'; expires_at: string }
  /** The link that makes the first account, while there is none. */
  setup_links: { token_hash: string; expires_at: string }
  /** What the owner changed, and when. */
  audit_log: {
    id: Generated<number>
    user_id: number
    /** Method and path of the request below `/api`. */
    method: string
    path: string
    /** What the changed thing is called, where it has a name. */
    subject: string
    at: string
  }
  /** Every mail, from the moment something causes it. */
  mails: {
    id: Generated<number>
    kind: MailKind
    to_address: string
    /** Known once it is sent. */
    from_address: string | null
    reply_to: string | null
    subject: string
    text: string
    html: string
    unsubscribe_url: string | null
    state: MailState
    attempts: number
    /** When it is tried next; while it is being sent, when another process may take it over. */
    next_at: string
    error: string | null
    created_at: string
    sent_at: string | null
  }
  /** What the site does by itself. */
  jobs: {
    name: string
    /** When it is due. While it is running, the earliest moment at which another process may take it over. */
    next_at: string
    /** The owner asked for the run that is due. */
    is_asked: Flag
    /** Drawn for each run: only who has it may give the job back. */
    lease_owner: string | null
    /** Until then the job is taken; a process that lives renews it. */
    lease_until: string | null
    /** Runs that were begun since the last that ended well. */
    attempts: number
    /** JSON of what the run says about how far it is. */
    progress: string | null
    last_started_at: string | null
    last_finished_at: string | null
    last_error: string | null
  }
  settings: { key: string; value: string; updated_at: string }
  idempotency_keys: {
    key: string
    request_hash: string
    status: number
    body: string
    created_at: string
  }
}

/**
 * When it was deleted; null while it is there. A deleted row stays for a while, so that deleting can be undone, and no
 * list but the one that restores it may show it.
 */
type Deletion = ColumnType<string | null, string | null | undefined, string | null>

type Sum = Generated<number>

type Flag = ColumnType<boolean | number, boolean, boolean>
type DefaultedFlag = ColumnType<boolean | number, boolean | undefined, boolean>

export type Db = Kysely<Schema>
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>
export type NewRow<Table extends keyof Schema> = Insertable<Schema[Table]>
