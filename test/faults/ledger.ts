import { sql } from 'kysely'
import { type ConnectOptions, connect } from '../../src/server/platform/db/connect.ts'
import type { Db } from '../../src/server/platform/db/schema.ts'
import { findByWords } from '../../src/server/platform/db/search-index.ts'

export type Write = {
  kind: 'contact' | 'subscriber' | 'click' | 'post'
  method: 'POST' | 'PUT'
  path: string
  key: string
  /** Identifies the row. */
  mark: string
  body: unknown
}

type Sums = { clicks: number; daily: number; site: number; posts: number }
export type Ledger = ReturnType<typeof createLedger>

/** Records writes and their acknowledgements, to compare them with the database. */
export function createLedger() {
  const open = new Map<string, Write>()
  const done = { contact: new Set<string>(), subscriber: new Set<string>(), click: new Set<string>() }
  let lastSave = 0
  let acknowledged = 0
  let inDoubt = 0

  /** Compares click rows with the three totals written with them. */
  async function sums(db: Db): Promise<Sums> {
    const { rows } = await sql<Sums>`select
      (select count(*) from link_clicks where filtered_reason is null) as clicks,
      (select coalesce(sum(clicks), 0) from daily_totals) as daily,
      (select coalesce(sum(clicks), 0) from daily_site_totals) as site,
      (select coalesce(sum(clicks), 0) from daily_post_totals) as posts`.execute(db)
    const row = rows[0]!
    return { clicks: Number(row.clicks), daily: Number(row.daily), site: Number(row.site), posts: Number(row.posts) }
  }

  return {
    sums,
    started: (write: Write) => void open.set(write.key, write),
    acknowledged(write: Write, _answer: string) {
      open.delete(write.key)
      acknowledged += 1
      if (write.kind === 'post') lastSave = Math.max(lastSave, Number(write.mark))
      else done[write.kind].add(write.mark)
    },
    unacknowledged() {
      const writes = [...open.values()]
      inDoubt = writes.length
      // A retried older save does not overwrite a newer one.
      for (const write of writes) if (write.kind === 'post') open.delete(write.key)
      return writes.filter((write) => write.kind !== 'post')
    },
    counts: () => ({ acknowledged, inDoubt }),
    /** Terminates all other connections. */
    async cutConnections(db: Db) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(db)
    },
    /** Returns a sentence for each problem. */
    async check(db: Db, baseline: Sums): Promise<string[]> {
      const wrong: string[] = []
      const compare = async (what: string, expected: Set<string>, rows: Promise<{ mark: string }[]>) => {
        const found = (await rows).map(({ mark }) => mark)
        const there = new Set(found)
        const lost = [...expected].filter((mark) => !there.has(mark))
        if (lost.length > 0) wrong.push(`${lost.length} ${what} lost: ${lost.slice(0, 5).join(', ')}`)
        if (there.size !== found.length) wrong.push(`${found.length - there.size} ${what} twice`)
      }
      const ours = '%@faults.example'
      await compare(
        'messages',
        done.contact,
        db.selectFrom('contacts').select('email as mark').where('email', 'like', ours).execute(),
      )
      await compare(
        'subscribers',
        done.subscriber,
        db.selectFrom('subscribers').select('email as mark').where('email', 'like', ours).execute(),
      )
      await compare(
        'clicks',
        done.click,
        db.selectFrom('link_clicks').select('link_id as mark').where('link_id', 'like', 'faults-%').execute(),
      )
      const now = await sums(db)
      for (const sum of ['daily', 'site', 'posts'] as const)
        if (now[sum] - baseline[sum] !== now.clicks - baseline.clicks)
          wrong.push(
            `${now.clicks - baseline.clicks} rows of clicks, but ${now[sum] - baseline[sum]} in the sums (${sum})`,
          )
      const halves = await sql<{ count: number }>`select count(*) as count from subscribers
        where email like ${ours} and id not in (select subscriber_id from consents where subscriber_id is not null)`.execute(
        db,
      )
      if (Number(halves.rows[0]!.count) > 0) wrong.push(`${halves.rows[0]!.count} subscribers without their consent`)
      const post = await db.selectFrom('posts').select('content').where('id', '=', 1).executeTakeFirstOrThrow()
      const saved = Number(/Save number (\d+)/.exec(post.content)?.[1] ?? 0)
      if (saved < lastSave) wrong.push(`the post holds save ${saved}, ${lastSave} was acknowledged`)
      // Search on a connection that was open all the time.
      const found = await findByWords(db, 'posts', 'saved often', { limit: 5, where: sql`1 = 1` })
      if (saved > 0 && !found.includes(1)) wrong.push('the post that was saved is not found')
      return wrong
    },
  }
}

/** SQLite's integrity check of the file. */
async function integrity(db: Db): Promise<string[]> {
  const whole = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  const foreign = await sql`pragma foreign_key_check`.execute(db)
  return [
    ...whole.rows.map((row) => row.integrity_check).filter((line) => line !== 'ok'),
    ...(foreign.rows.length > 0 ? [`${foreign.rows.length} rows lead nowhere`] : []),
  ]
}

/** Uses a new connection: on an older one FTS5 checks against its cached index. */
export async function checkFile(options: ConnectOptions): Promise<string[]> {
  if (options.databaseUrl) return []
  const fresh = connect(options)
  try {
    return await integrity(fresh)
  } finally {
    await fresh.destroy()
  }
}
