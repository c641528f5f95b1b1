import type { Db } from '../db/schema.ts'

/** When somebody was erased last; a backup from before may hold them. */
export async function findLastErasure(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('erasures')
    .select((eb) => eb.fn.max('erased_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? undefined
}
