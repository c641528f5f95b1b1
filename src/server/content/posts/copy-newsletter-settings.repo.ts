import type { Db } from '../../platform/db/schema.ts'

/** Gives a new newsletter the sender, note, audience and source of another one; a copy of an automatic one is an ordinary one. */
export async function copyNewsletterSettings(db: Db, fromId: number, toId: number): Promise<void> {
  const from = await db
    .selectFrom('newsletters')
    .select(['kind', 'sender_name', 'intro', 'audience', 'source_post_id', 'source_form', 'has_page', 'is_indexable'])
    .where('post_id', '=', fromId)
    .executeTakeFirst()
  if (!from) return
  const { kind, has_page, is_indexable, ...settings } = from
  const hasPage = kind === 'newsletter' || kind === 'digest'
  await db
    .updateTable('newsletters')
    .set({
      ...settings,
      ...(hasPage && { has_page: Boolean(has_page), is_indexable: Boolean(is_indexable) }),
    })
    .where('post_id', '=', toId)
    .execute()
}
