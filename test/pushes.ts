import { expect } from 'vitest'
import type { NetworkName } from '../src/contract/shop/networks.ts'
import type { PostbackAddress } from '../src/contract/shop/postbacks.ts'
import type { Db, Row } from '../src/server/platform/db/schema.ts'
import type { TestApp } from './test-app.ts'

/** A program ‘Glow Shop’ of a network; returns its id. */
export async function makeProgram(
  db: Db,
  { network, currency = '', key = '4242' }: { network: NetworkName; currency?: string; key?: string },
): Promise<number> {
  const now = '2026-03-10T15:00:00.000Z'
  const { id } = await db
    .insertInto('programs')
    .values({
      network,
      key,
      name: key === '4242' ? 'Glow Shop' : key,
      advertiser: '',
      hosts: '[]',
      tracking_ids: '[]',
      sub_id_parameter: '',
      allows_sub_ids: true,
      currency,
      disclosure: '',
      hide_price_hours: null,
      replaces_mail_links: false,
      is_edited: false,
      product_links: 0,
      post_links: 0,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Creates the postback address of a program; returns its path. */
export async function makePostbackAddress(app: TestApp, programId: number): Promise<string> {
  const path = `/api/programs/${programId}/postback`
  expect((await app.asOwner(path, { method: 'POST' })).status).toBe(200)
  const { url } = (await (await app.asOwner(path)).json()) as PostbackAddress
  return new URL(url!).pathname
}

export function readSales({ db }: TestApp): Promise<Row<'earning_sales'>[]> {
  return db.selectFrom('earning_sales').selectAll().orderBy('network').orderBy('external_id').execute()
}
