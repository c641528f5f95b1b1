import { createHash, randomBytes } from 'node:crypto'
import type { ConversionNetwork, NewNetwork } from '../../../contract/shop/conversions.ts'
import type { Db, Row } from '../../platform/db/schema.ts'

/** The networks that may report conversions, by name. */
export async function listNetworks(db: Db): Promise<ConversionNetwork[]> {
  const rows = await db
    .selectFrom('conversion_networks')
    .selectAll()
    .where('revoked_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(toNetwork)
}

/** Creates a network. Returns its secret, of which only the hash is stored. */
export async function createNetwork(db: Db, name: string, now: string): Promise<NewNetwork> {
  const secret = `dwn_${randomBytes(32).toString('base64url')}`
  const row = await db
    .insertInto('conversion_networks')
    .values({ name, secret_hash: hashSecret(secret), created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...toNetwork(row), secret }
}

/** Revokes the secret of a network; its conversions stay. Returns its name, undefined if it does not exist. */
export async function revokeNetwork(db: Db, id: number, now: string): Promise<string | undefined> {
  const row = await db
    .updateTable('conversion_networks')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

/** The network that a secret belongs to, unless it was revoked. */
export async function findNetworkBySecret(db: Db, secret: string): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('conversion_networks')
    .select('id')
    .where('secret_hash', '=', hashSecret(secret))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

/** 256 random bits need no slow hash. */
function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

function toNetwork({ id, name, created_at, used_at }: Row<'conversion_networks'>): ConversionNetwork {
  return { id, name, createdAt: created_at, usedAt: used_at }
}
