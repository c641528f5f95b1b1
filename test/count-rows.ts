import type { Db, Schema } from '../src/server/platform/db/schema.ts'

const tables = [
  'categories',
  'posts',
  'post_revisions',
  'redirects',
  'products',
  'product_revisions',
  'product_imports',
  'product_import_rows',
  'ingredients',
  'routines',
  'routine_products',
  'images',
  'subscribers',
  'subscriber_tags',
  'consents',
  'confirmations',
  'contacts',
  'mails',
  'newsletters',
  'newsletter_recipients',
  'digests',
  'suppressions',
  'delivery_reports',
  'mail_hooks',
  'newsletter_attempts',
  'link_clicks',
  'conversions',
  'programs',
  'program_tracking_ids',
  'conversion_networks',
  'daily_totals',
  'monthly_totals',
  'daily_site_totals',
  'daily_filtered_totals',
  'daily_post_totals',
  'monthly_post_totals',
  'page_views',
  'daily_page_totals',
  'monthly_page_totals',
  'daily_view_totals',
  'users',
  'sessions',
  'sign_in_attempts',
  'two_factor',
  'recovery_codes',
  'passkeys',
  'passkey_challenges',
  'setup_links',
  'audit_log',
  'jobs',
  'settings',
  'demo_rows',
  'idempotency_keys',
] as const satisfies (keyof Schema)[]

/** The number of rows of every table, which a rejected request must not change. */
export async function countRows(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { count } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    counts[table] = Number(count)
  }
  return counts
}
