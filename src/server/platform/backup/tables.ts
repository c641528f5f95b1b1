import type { Schema } from '../db/schema.ts'

/**
 * Every table that a backup holds with the columns that tell its rows apart; each table after those that it points at,
 * which is the order in which they are filled again.
 */
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
  redirects: ['id'],
} as const satisfies Partial<Record<keyof Schema, readonly string[]>>

export type BackedUpTable = keyof typeof backedUpTables

export const backedUpNames = Object.keys(backedUpTables) as BackedUpTable[]

/**
 * What is good for a moment, opens a door, or would be done twice: a backup that is found by the wrong person must not
 * sign anyone in, and a restored site must not send its letters again. The second factor is sealed with a key that no
 * backup holds: brought back without it, it would lock the owner out.
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

/** A new table fails to compile here until it stands in one of the two lists. */
type Forgotten = Exclude<keyof Schema, BackedUpTable | (typeof leftOutTables)[number]>
true satisfies [Forgotten] extends [never] ? true : Forgotten

/** Kept by the database itself from other columns. */
export const generatedColumns: readonly string[] = ['search_words', 'search_text']
