import type { Schema } from '../db/schema.ts'

/**
 * Every table that a backup holds with the columns that tell its rows apart; each table after those that it points at,
 * which is the order in which they are filled again.
 */
export const backedUpTables = {
  users: ['id'],
  categories: ['id'],
  posts: ['id'],
  products: ['id'],
  images: ['id'],
  subscribers: ['id'],
  contacts: ['id'],
  link_clicks: ['id'],
  conversions: ['id'],
  daily_totals: ['day', 'product_id'],
  settings: ['key'],
  audit_log: ['id'],
  post_revisions: ['id'],
  redirects: ['id'],
} as const satisfies Partial<Record<keyof Schema, readonly string[]>>

export type BackedUpTable = keyof typeof backedUpTables

export const backedUpNames = Object.keys(backedUpTables) as BackedUpTable[]

/** What is good for a moment, or opens a door: a backup that is found by the wrong person must not sign anyone in. */
export const leftOutTables = ['sessions', 'idempotency_keys'] as const satisfies readonly (keyof Schema)[]

/** Kept by the database itself from other columns. */
export const generatedColumns: readonly string[] = ['search_words', 'search_text']
