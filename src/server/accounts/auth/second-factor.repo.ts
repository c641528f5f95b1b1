import type { Db, Row } from '../../platform/db/schema.ts'

export function findTwoFactor(db: Db, userId: number): Promise<Row<'two_factor'> | undefined> {
  return db.selectFrom('two_factor').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** Stores an unconfirmed secret; no effect on a confirmed one. */
export async function saveTwoFactorSecret(db: Db, userId: number, secret: string): Promise<void> {
  await db
    .insertInto('two_factor')
    .values({ user_id: userId, secret, confirmed_at: null, last_step: 0 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ secret, last_step: 0 }).where('two_factor.confirmed_at', 'is', null),
    )
    .execute()
}

export async function confirmTwoFactor(db: Db, userId: number, now: string): Promise<void> {
  await db.updateTable('two_factor').set({ confirmed_at: now }).where('user_id', '=', userId).execute()
}

/** Consumes a time step and all earlier ones; false if it was consumed before. */
export async function consumeTimeStep(db: Db, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteTwoFactor(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db.deleteFrom('two_factor').where('user_id', '=', userId).execute()
}

export async function replaceRecoveryCodes(db: Db, userId: number, hashes: string[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, used_at: null })))
    .execute()
}

/** Consumes a recovery code; false if it is unknown or used. */
export async function consumeRecoveryCode(db: Db, userId: number, hash: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
