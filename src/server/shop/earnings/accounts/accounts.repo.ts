import type { EarningAccount, EarningAccountInput, FetchedNetwork } from '../../../../contract/shop/earning-accounts.ts'
import type { Db, Row } from '../../../platform/db/schema.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { countWaitingFetches } from '../imports/fetched-imports.repo.ts'

/** Separates the encryption of these tokens from others. */
export const ACCOUNT_PURPOSE = 'earning-account'

export async function listAccounts(db: Db): Promise<EarningAccount[]> {
  const rows = await db.selectFrom('earning_accounts').selectAll().orderBy('network').execute()
  const waiting = await countWaitingFetches(db)
  return rows.map((row) => toAccount(row, waiting))
}

/** Undefined for a new account without a token. */
export async function saveAccount(
  db: Db,
  secrets: Secrets,
  { network, accountId, token, now }: EarningAccountInput & { network: FetchedNetwork; now: string },
): Promise<EarningAccount | undefined> {
  const changes = { account_id: accountId, sales: null, error: null, tried_at: null }
  if (token === '') {
    const row = await db
      .updateTable('earning_accounts')
      .set(changes)
      .where('network', '=', network)
      .returningAll()
      .executeTakeFirst()
    return row && toAccount(row, await countWaitingFetches(db))
  }
  const values = { ...changes, token_sealed: secrets.seal(ACCOUNT_PURPOSE, token) }
  const row = await db
    .insertInto('earning_accounts')
    .values({ network, created_at: now, ...values })
    .onConflict((conflict) => conflict.column('network').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()
  return toAccount(row, await countWaitingFetches(db))
}

export async function deleteAccount(db: Db, network: FetchedNetwork): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('earning_accounts')
    .where('network', '=', network)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** An account with its token, which is undefined where the key of the site has changed. */
export type Credentials = { network: FetchedNetwork; accountId: string; token: string | undefined }

export async function listCredentials(db: Db, secrets: Secrets): Promise<Credentials[]> {
  const rows = await db.selectFrom('earning_accounts').selectAll().orderBy('network').execute()
  return rows.map(({ network, account_id, token_sealed }) => ({
    network: network as FetchedNetwork,
    accountId: account_id,
    token: secrets.open(ACCOUNT_PURPOSE, token_sealed),
  }))
}

export async function noteAttempt(
  db: Db,
  network: FetchedNetwork,
  { now, ...outcome }: { now: string; sales: number } | { now: string; error: string },
): Promise<void> {
  const changes = 'error' in outcome ? { error: outcome.error } : { error: null, sales: outcome.sales }
  await db
    .updateTable('earning_accounts')
    .set({ tried_at: now, ...changes })
    .where('network', '=', network)
    .execute()
}

function toAccount(
  { network, account_id, tried_at, sales, error }: Row<'earning_accounts'>,
  waiting: ReadonlyMap<string, number>,
): EarningAccount {
  const count = waiting.get(network) ?? 0
  return {
    network: network as FetchedNetwork,
    accountId: account_id,
    triedAt: tried_at,
    sales,
    error,
    waiting: count,
  }
}
