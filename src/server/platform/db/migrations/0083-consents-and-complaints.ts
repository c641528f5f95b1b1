import { type Kysely, sql } from 'kysely'

/**
 * Keeps of a sign-up which form showed its words, on which page, in which language and with which privacy policy. The index counts
 * the complaints about the newsletters that were delivered since a time.
 */
export const consentsAndComplaints = {
  phase: 'expand' as const,
  async up(db: Kysely<unknown>): Promise<void> {
    for (const column of ['form', 'page', 'language', 'policy'])
      await db.schema.alterTable('consents').addColumn(column, 'text').execute()
    await sql`create index newsletter_recipients_delivered on newsletter_recipients (settled_at, bounce)
      where state = 'accepted'`.execute(db)
  },
}
