import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { NetworkName } from '../../../../contract/shop/networks.ts'
import type { Db, Row } from '../../../platform/db/schema.ts'
import type { Secrets } from '../../../platform/secrets.ts'

/** Separates the encryption of these secrets from others. */
export const POSTBACK_PURPOSE = 'postback-address'

type Found = Pick<Row<'postback_addresses'>, 'created_at' | 'used_at'> & {
  /** Undefined where the key of the site has changed. */
  secret: string | undefined
}

export async function findAddress(db: Db, secrets: Secrets, programId: number): Promise<Found | undefined> {
  const row = await db
    .selectFrom('postback_addresses')
    .select(['secret_sealed', 'created_at', 'used_at'])
    .where('program_id', '=', programId)
    .executeTakeFirst()
  return row && { ...row, secret: secrets.open(POSTBACK_PURPOSE, row.secret_sealed) }
}

/** Creates the address of a program, or replaces its secret. */
export async function replaceAddress(db: Db, secrets: Secrets, programId: number, now: string): Promise<void> {
  const secret = randomBytes(32).toString('base64url')
  const values = {
    secret_hash: hashOf(secret).toString('hex'),
    secret_sealed: secrets.seal(POSTBACK_PURPOSE, secret),
    created_at: now,
    used_at: null,
  }
  await db
    .insertInto('postback_addresses')
    .values({ program_id: programId, ...values })
    .onConflict((conflict) => conflict.column('program_id').doUpdateSet(values))
    .execute()
}

export async function deleteAddress(db: Db, programId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('postback_addresses')
    .where('program_id', '=', programId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** The program whose network uses an address. */
export type Sender = {
  addressId: number
  network: NetworkName
  /** The network's name for the program. */
  key: string
  name: string
  currency: string
}

export async function findSender(db: Db, secret: string): Promise<Sender | undefined> {
  const hash = hashOf(secret)
  const row = await db
    .selectFrom('postback_addresses as address')
    .innerJoin('programs', 'programs.id', 'address.program_id')
    .select(['address.id', 'address.secret_hash', 'programs.network', 'programs.key', 'programs.name'])
    .select('programs.currency')
    .where('address.secret_hash', '=', hash.toString('hex'))
    .executeTakeFirst()
  if (!row || !timingSafeEqual(Buffer.from(row.secret_hash, 'hex'), hash)) return undefined
  const { id, network, key, name, currency } = row
  return { addressId: id, network: network as NetworkName, key, name, currency }
}

/** 256 random bits need no slow hash. */
function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
