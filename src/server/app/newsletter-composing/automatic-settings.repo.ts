import type { NewsletterInput } from '../../../contract/audience/newsletters.ts'
import type { Db } from '../../platform/db/schema.ts'

/**
 * Saves sender name, note and the count of clicks of an automatic newsletter, which has no audience and no page. While it is on, they are used
 * with its new text. False if its version is another.
 */
export async function writeAutomaticSettings(
  db: Db,
  id: number,
  { input, version, now }: { input: NewsletterInput; version: number | undefined; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('newsletters')
    .set((eb) => ({
      sender_name: input.senderName,
      intro: input.intro,
      counts_clicks: input.countsClicks,
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('post_id', '=', id)
    .where('kind', 'in', ['welcome', 'series'])
    .$call((query) => (version === undefined ? query : query.where('version', '=', version)))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
