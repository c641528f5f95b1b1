import type { Insertable, Kysely, Selectable } from 'kysely'
import type { AccountsTables } from './schema/accounts.ts'
import type { AudienceTables } from './schema/audience.ts'
import type { ContentTables } from './schema/content.ts'
import type { EarningsTables } from './schema/earnings.ts'
import type { LinkTables } from './schema/links.ts'
import type { NewsletterTables } from './schema/newsletters.ts'
import type { PlatformTables } from './schema/platform.ts'
import type { ShopTables } from './schema/shop.ts'

/**
 * The tables. Times are ISO 8601 in UTC, days `YYYY-MM-DD` in the time zone of the site, amounts in minor units.
 * SQLite returns booleans as 0 or 1; `toX(row)` of each noun converts them with `Boolean()`.
 */
export type Schema = ContentTables &
  ShopTables &
  EarningsTables &
  LinkTables &
  NewsletterTables &
  AudienceTables &
  AccountsTables &
  PlatformTables

export type Db = Kysely<Schema>
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>
export type NewRow<Table extends keyof Schema> = Insertable<Schema[Table]>

/** The tables of a backup with their unique keys, ordered for a restore: referenced tables first. */
export const backedUpTables = {
  users: ['id'],
  passkeys: ['id'],
  categories: ['id'],
  posts: ['id'],
  post_drafts: ['post_id'],
  post_references: ['post_id', 'kind', 'ref_id'],
  imported_comments: ['id'],
  products: ['id'],
  ingredients: ['id'],
  product_terms: ['product_id', 'kind', 'key'],
  product_ingredients: ['product_id', 'position'],
  routines: ['id'],
  routine_products: ['routine_id', 'product_id'],
  images: ['id'],
  image_versions: ['id'],
  subscribers: ['id'],
  subscriber_tags: ['subscriber_id', 'tag'],
  consents: ['id'],
  newsletters: ['post_id'],
  newsletter_recipients: ['id'],
  newsletter_links: ['newsletter_id', 'key'],
  newsletter_click_sums: ['newsletter_id', 'link_key', 'reason', 'day'],
  digests: ['period'],
  suppressions: ['email'],
  erasures: ['hash'],
  mail_hooks: ['provider'],
  contacts: ['id'],
  contact_replies: ['id'],
  saved_replies: ['id'],
  spam_rules: ['id'],
  link_clicks: ['id'],
  programs: ['id'],
  program_tracking_ids: ['id'],
  postback_addresses: ['id'],
  conversion_networks: ['id'],
  conversions: ['id'],
  earning_accounts: ['id'],
  earning_imports: ['id'],
  earning_import_links: ['import_id', 'builds_on'],
  earning_mappings: ['header'],
  earning_events: ['id'],
  earning_sales: ['id'],
  earning_rules: ['id'],
  daily_totals: ['day', 'product_id'],
  monthly_totals: ['month', 'product_id'],
  daily_site_totals: ['day'],
  daily_filtered_totals: ['day', 'reason'],
  daily_post_totals: ['day', 'post_id'],
  monthly_post_totals: ['month', 'post_id'],
  page_views: ['day', 'path', 'kind', 'host', 'reason', 'is_demo'],
  daily_page_totals: ['day', 'path'],
  monthly_page_totals: ['month', 'path'],
  daily_view_totals: ['day', 'kind', 'host', 'reason'],
  links: ['id'],
  link_uses: ['link_id', 'kind', 'ref_id', 'place'],
  link_checks: ['id'],
  link_replacements: ['id'],
  link_replacement_places: ['replacement_id', 'kind', 'ref_id'],
  settings: ['key'],
  policy_versions: ['id'],
  audit_log: ['id'],
  post_revisions: ['id'],
  product_revisions: ['id'],
  product_imports: ['id'],
  product_import_rows: ['id'],
  redirects: ['id'],
  site_imports: ['id'],
  site_import_items: ['id'],
  own_redirects: ['id'],
  missing_pages: ['id'],
  demo_rows: ['table_name', 'row_key'],
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
  'password_resets',
  'two_factor',
  'recovery_codes',
  'jobs',
  'cdn_purges',
  'preview_links',
  'earning_import_chunks',
  'earning_import_rows',
  'newsletter_attempts',
  'delivery_reports',
  'newsletter_click_requests',
] as const satisfies readonly (keyof Schema)[]

/** Written again by the running instances: neither backed up nor moved to another database. */
export const temporaryTables = [
  'shared_assets',
  'rate_limits',
  'earning_month_sums',
] as const satisfies readonly (keyof Schema)[]

/** Fails to compile for a table that is in no list. */
type Unlisted = Exclude<keyof Schema, BackedUpTable | (typeof leftOutTables)[number] | (typeof temporaryTables)[number]>
true satisfies [Unlisted] extends [never] ? true : Unlisted
