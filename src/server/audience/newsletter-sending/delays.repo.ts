import type { Db } from '../../platform/db/schema.ts'

/** Says for the owner why what is being sent does not go on; it is tried again by itself. */
export async function noteDelay(db: Db, note: string): Promise<void> {
  await db
    .updateTable('newsletters')
    .set({ note })
    .where('state', '=', 'sending')
    .where((eb) => eb.or([eb('note', 'is', null), eb('note', '<>', note)]))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('newsletter_recipients')
          .select('newsletter_recipients.id')
          .whereRef('newsletter_recipients.newsletter_id', '=', 'newsletters.post_id')
          .where('newsletter_recipients.state', 'in', ['waiting', 'deferred']),
      ),
    )
    .execute()
}

/** Call it when something can be sent. */
export async function endDelay(db: Db): Promise<void> {
  await db
    .updateTable('newsletters')
    .set({ note: null })
    .where('state', '=', 'sending')
    .where('note', 'is not', null)
    .execute()
}
