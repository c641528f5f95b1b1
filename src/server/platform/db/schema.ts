import type { ColumnType, Generated, Insertable, Kysely, Selectable } from 'kysely'
import type { SpamReason } from '../../../contract/contact-messages.ts'
import type { MailKind, MailState } from '../../../contract/mails.ts'
import type { ConsentAct } from '../../../contract/subscriber-list.ts'

/**
 * The tables. Times are ISO 8601 in UTC, days `YYYY-MM-DD` in the time zone of the site, amounts in minor units.
 * SQLite returns booleans as 0 or 1; `toX(row)` of each noun converts them with `Boolean()`.
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
    /** The former slug of a deleted category, whose `slug` is a tombstone. */
    deleted_slug: ColumnType<string | null, string | null | undefined, string | null>
  }
  posts: {
    id: Generated<number>
    title: string
    slug: string
    excerpt: string
    /** Sanitized HTML. */
    content: string
    /** The text of `content`, for search. */
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
    /** The former slug of a deleted post, whose `slug` is a tombstone. */
    deleted_slug: ColumnType<string | null, string | null | undefined, string | null>
  }
  /** All versions of posts, including the current one. */
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
  /** The last versions of products, including the current one. */
  product_revisions: {
    id: Generated<number>
    product_id: number
    version: number
    /** JSON of a `ProductInput`. */
    product: string
    created_at: string
  }
  /** Former public slugs, and the row that each redirects to. */
  redirects: {
    id: Generated<number>
    /** The table of `target_id`. */
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
    /** Position among the products that are not deleted, from 1; a deleted product keeps its last one. */
    position: number
    created_at: string
    updated_at: string
    version: Generated<number>
    deleted_at: Deletion
  }
  images: {
    id: Generated<number>
    /** Hash of the bytes, and name of the folder of the variants. */
    key: string
    url: string
    alt_text: string
    width: number
    height: number
    /** JSON array of numbers. */
    widths: string
    placeholder: string
    /** Name, format ('jpeg', …) and size of the uploaded file. */
    file_name: Generated<string>
    format: Generated<string>
    bytes: Generated<number>
    is_animated: DefaultedFlag
    /** Whether the alt text is more than the name of the file. */
    is_described: DefaultedFlag
    created_at: string
    deleted_at: Deletion
  }
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
  }
  /** Append-only log of the consent of subscribers. */
  consents: {
    id: Generated<number>
    subscriber_id: number
    act: ConsentAct
    source: string
    text: string
    at: string
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
  link_clicks: {
    id: Generated<number>
    link_id: string
    product_id: number | null
    post_id: number | null
    clicked_at: string
    /** Why the click does not count as human; null if it does. */
    filtered_reason: string | null
  }
  conversions: {
    id: Generated<number>
    link_id: string
    product_id: number | null
    revenue_minor: number
    converted_at: string
    /** The day of its totals, in the time zone at the time of the conversion. */
    day: string
    /** Null for a manual entry. */
    network_id: ColumnType<number | null, number | null | undefined, never>
    /** The id in the network; unique within it. */
    conversion_id: ColumnType<string | null, string | null | undefined, never>
  }
  /** Networks that may report conversions. */
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
   * Totals, updated in the transaction of each click and conversion. `product_id` is 0 without a product; deleted products
   * and posts keep their totals. `clicks` counts human clicks.
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
    /** The demo account with the published password, until the password is changed. */
    is_demo: Flag
    created_at: string
  }
  sessions: {
    id: Generated<number>
    /** SHA-256 of the token in the cookie. */
    token_hash: string
    user_id: number
    /** Browser and platform, such as 'Chrome on Android'; never an IP address. */
    device: string
    created_at: string
    /** Accurate to a few minutes. */
    last_seen_at: string
    expires_at: string
  }
  /** Failed sign-in attempts since the last successful one. */
  sign_in_attempts: {
    /** HMAC of a network, an account or a known browser. */
    subject: string
    count: number
    last_at: string
    waits_until: string
  }
  two_factor: {
    user_id: number
    /** Encrypted. */
    secret: string
    /** Null until a valid code has proved that the app has the secret. */
    confirmed_at: string | null
    /** The time step (RFC 6238) of the last used code; codes up to this step are rejected. */
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
    /** JSON array of strings. */
    transports: string
    name: string
    created_at: string
    last_used_at: string | null
  }
  passkey_challenges: { challenge: string; purpose: 'register' | 'sign-in'; expires_at: string }
  /** The link that creates the first account. */
  setup_links: { token_hash: string; expires_at: string }
  /** Log of changes in the admin and of security events. */
  audit_log: {
    id: Generated<number>
    /** Whose account it is; for a sign-in with an unknown username the first account. */
    user_id: number
    /** Method and path of the request below `/api`; of an event `EVENT` and its name. */
    method: string
    path: string
    /** The name of what was changed, if it has one. */
    subject: string
    at: string
    /** Events that were merged into this entry. */
    times: Generated<number>
    /** Equal for events of one kind that are merged. */
    merge_key: ColumnType<string | null, string | undefined, never>
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
  }
  /** Background jobs. */
  jobs: {
    name: string
    /** When the job is due; while running, the time at which another process may take over. */
    next_at: string
    /** The due run was started manually. */
    is_asked: Flag
    /** Random for each run; only its holder may release the job. */
    lease_owner: string | null
    /** End of the lease, which a running process renews. */
    lease_until: string | null
    /** Runs started since the last successful one. */
    attempts: number
    /** JSON of the reported progress. */
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

/** The tables of a backup with their unique keys, ordered for a restore: referenced tables first. */
export const backedUpTables = {
  users: ['id'],
  passkeys: ['id'],
  categories: ['id'],
  posts: ['id'],
  products: ['id'],
  images: ['id'],
  subscribers: ['id'],
  consents: ['id'],
  contacts: ['id'],
  link_clicks: ['id'],
  conversion_networks: ['id'],
  conversions: ['id'],
  daily_totals: ['day', 'product_id'],
  monthly_totals: ['month', 'product_id'],
  daily_site_totals: ['day'],
  daily_filtered_totals: ['day', 'reason'],
  daily_post_totals: ['day', 'post_id'],
  monthly_post_totals: ['month', 'post_id'],
  settings: ['key'],
  audit_log: ['id'],
  post_revisions: ['id'],
  product_revisions: ['id'],
  redirects: ['id'],
} as const satisfies Partial<Record<keyof Schema, readonly string[]>>

export type BackedUpTable = keyof typeof backedUpTables

/**
 * Excluded: short-lived rows, credentials and queued work. A leaked backup must not sign anyone in, and a restored site
 * must not send mails again. The second factor is encrypted with a key that is not part of a backup: restored without it,
 * it would lock the owner out.
 */
export const leftOutTables = [
  'sessions',
  'idempotency_keys',
  'confirmations',
  'mails',
  'sign_in_attempts',
  'passkey_challenges',
  'setup_links',
  'two_factor',
  'recovery_codes',
  'jobs',
] as const satisfies readonly (keyof Schema)[]

/** Fails to compile for a table that is in neither list. */
type Unlisted = Exclude<keyof Schema, BackedUpTable | (typeof leftOutTables)[number]>
true satisfies [Unlisted] extends [never] ? true : Unlisted
