import { isDeepStrictEqual } from 'node:util'
import { AMAZON_DISCLOSURE } from '../../../../contract/shop/networks.ts'
import { PROGRAMS_MAX } from '../../../../contract/shop/programs.ts'
import { lockTable } from '../../../platform/db/advisory-lock.ts'
import type { Db, Row } from '../../../platform/db/schema.ts'
import { deleteProgram, listStatedSentences } from './programs.repo.ts'

/** A program as links tell it. */
export type FoundProgram = Pick<Row<'programs'>, 'network' | 'key' | 'advertiser' | 'product_links' | 'post_links'> & {
  name: string
  hosts: string[]
  trackingIds: string[]
  currency: string
  /** The products and posts with links that can carry another tracking ID, and the IDs that these have. */
  tagged: { trackingIds: Set<string>; productIds: Set<number>; postIds: Set<number> }
}

/**
 * Stores what was recognised: new programs, and the counts of all. Programs that the owner has not edited follow their links;
 * one of them without links and without a postback address goes. Returns whether pages change: recognised programs say nothing that their links do not, but
 * for a disclosure.
 */
export async function storeFoundPrograms(db: Db, found: readonly FoundProgram[], now: string): Promise<boolean> {
  await lockTable(db, 'programs')
  const rows = await db.selectFrom('programs').selectAll().execute()
  const known = new Map(rows.map((row) => [`${row.network} ${row.key}`, row]))
  const seen = new Set<number>()
  let room = PROGRAMS_MAX - rows.length
  const before = await listStatedSentences(db)
  for (const program of found) {
    const row = known.get(`${program.network} ${program.key}`)
    const counts = { product_links: program.product_links, post_links: program.post_links }
    const lists = { hosts: JSON.stringify(program.hosts), tracking_ids: JSON.stringify(program.trackingIds) }
    if (row) {
      seen.add(row.id)
      const next = { ...counts, ...(row.is_edited ? {} : lists) }
      if (Object.entries(next).every(([name, value]) => row[name as keyof typeof next] === value)) continue
      await db.updateTable('programs').set(next).where('id', '=', row.id).execute()
    } else if (room > 0) {
      room -= 1
      await insertFoundProgram(db, program, now)
    }
  }
  const receiving = await db.selectFrom('postback_addresses').select('program_id').execute()
  const hasAddress = new Set(receiving.map(({ program_id }) => program_id))
  for (const row of rows) {
    if (seen.has(row.id) || row.product_links + row.post_links === 0) continue
    if (row.is_edited || row.mail_answer !== '' || hasAddress.has(row.id))
      await db.updateTable('programs').set({ product_links: 0, post_links: 0 }).where('id', '=', row.id).execute()
    else await deleteProgram(db, row.id)
  }
  return !isDeepStrictEqual(before, await listStatedSentences(db))
}

/** Stores a program as its links tell it. Returns its id. */
export async function insertFoundProgram(db: Db, program: FoundProgram, now: string): Promise<number> {
  const isAmazon = program.network === 'amazon'
  const { id } = await db
    .insertInto('programs')
    .values({
      network: program.network,
      key: program.key,
      name: program.name,
      advertiser: program.advertiser,
      product_links: program.product_links,
      post_links: program.post_links,
      hosts: JSON.stringify(program.hosts),
      tracking_ids: JSON.stringify(program.trackingIds),
      sub_id_parameter: '',
      allows_sub_ids: !isAmazon,
      currency: program.currency,
      disclosure: isAmazon ? AMAZON_DISCLOSURE : '',
      hide_price_hours: null,
      replaces_mail_links: isAmazon,
      is_edited: false,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
