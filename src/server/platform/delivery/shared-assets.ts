import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { isOneOf } from '../db/json-rows.ts'
import type { Db } from '../db/schema.ts'
import { type PrebuiltResponse, prebuildResponse } from './prebuilt-response.ts'
import { IMMUTABLE } from './static-assets.ts'

/** Milliseconds between two reads of the list of files: requests for unknown paths share the next one. */
const LIST_EVERY = 1000
/** Bytes of files of other builds in memory. */
const MEMORY = 4 * 1024 * 1024
/** Milliseconds for which a file stays after a build without it was started: an open tab loads parts of the admin later. */
const KEEP = 30 * 24 * 3600 * 1000
/** Files of one process that were made after its start and replaced since, which pages cached elsewhere may load. */
const REPLACED_MAX = 50
/** Rows per insert. */
const GROUP = 20

export type SharedAssets = {
  /** Stores the hashed files of this build, and deletes those that other builds replaced long ago. */
  share(assets: ReadonlyMap<string, PrebuiltResponse>): Promise<void>
  /** Stores hashed files that were made after the start. */
  add(assets: ReadonlyMap<string, PrebuiltResponse>): Promise<void>
  /** A hashed file of another build. An unknown path waits for the next read of the list, at most one per second. */
  find(path: string): Promise<PrebuiltResponse | undefined>
}

/**
 * The hashed files of all builds that serve one database. During a rolling upgrade the page of one version requests its
 * files from an instance of the other, and a tab that was opened before an upgrade still loads parts of its own version.
 */
export function createSharedAssets(options: {
  db: Db
  headersOf: (path: string) => Record<string, string>
  clock: () => Date
}): SharedAssets {
  const { db, headersOf, clock } = options
  const loaded = new LRUCache<string, PrebuiltResponse>({ maxSize: MEMORY, sizeCalculation: ({ size }) => size || 1 })
  let known: ReadonlySet<string> = new Set()
  let listedAt = Number.NEGATIVE_INFINITY
  let listing: Promise<void> | undefined
  /** Files made after the start, the newest last. */
  const added = new Set<string>()

  function readList(): Promise<void> {
    listing ??= (async () => {
      const wait = listedAt + LIST_EVERY - performance.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      const rows = await db.selectFrom('shared_assets').select('path').execute()
      known = new Set(rows.map(({ path }) => path))
      listedAt = performance.now()
    })().finally(() => {
      listing = undefined
    })
    return listing
  }

  async function load(path: string): Promise<PrebuiltResponse | undefined> {
    const row = await db.selectFrom('shared_assets').selectAll().where('path', '=', path).executeTakeFirst()
    if (!row) return undefined
    const identity = Buffer.from(row.body)
    const isText = /^(?:text|image\/svg)/.test(row.type)
    const copies = isText ? { gzip: await promisify(gzip)(identity) } : {}
    const assetHeaders = { ...headersOf(path), 'content-type': row.type, 'cache-control': IMMUTABLE }
    const asset = prebuildResponse(200, { identity, ...copies }, assetHeaders, `"${path}"`)
    loaded.set(path, asset)
    return asset
  }

  return {
    async share(assets) {
      const own = new Map([...assets].filter(([path]) => path.startsWith('/assets/')))
      if (own.size === 0) return
      const stored = await db.selectFrom('shared_assets').select(['path', 'replaced_at']).execute()
      known = new Set(stored.map(({ path }) => path))
      const missing = [...own.keys()].filter((path) => !known.has(path))
      for (let start = 0; start < missing.length; start += GROUP) {
        const rows = missing.slice(start, start + GROUP).map((path) => toRow(path, own.get(path)!))
        await db
          .insertInto('shared_assets')
          .values(rows)
          .onConflict((conflict) => conflict.column('path').doNothing())
          .execute()
      }
      const again = stored.filter(({ path, replaced_at }) => replaced_at !== null && own.has(path))
      await mark(again, null)
      const replaced = stored.filter(({ path, replaced_at }) => replaced_at === null && !own.has(path))
      await mark(replaced, clock().toISOString())
      const before = new Date(clock().getTime() - KEEP).toISOString()
      await db.deleteFrom('shared_assets').where('replaced_at', '<', before).execute()
    },
    async add(assets) {
      const rows = [...assets].map(([path, asset]) => toRow(path, asset))
      await db
        .insertInto('shared_assets')
        .values(rows)
        .onConflict((conflict) => conflict.column('path').doUpdateSet({ replaced_at: null }))
        .execute()
      for (const { path } of rows) {
        added.delete(path)
        added.add(path)
      }
      const outdated = [...added].slice(0, -REPLACED_MAX)
      if (outdated.length === 0) return
      for (const path of outdated) added.delete(path)
      await db
        .deleteFrom('shared_assets')
        .where(isOneOf(db, 'path', outdated))
        .execute()
    },
    async find(path) {
      const found = loaded.get(path)
      if (found) return found
      if (!known.has(path)) await readList()
      return known.has(path) ? load(path) : undefined
    },
  }

  async function mark(rows: { path: string }[], replacedAt: string | null): Promise<void> {
    if (rows.length === 0) return
    const paths = rows.map(({ path }) => path)
    await db
      .updateTable('shared_assets')
      .set({ replaced_at: replacedAt })
      .where(isOneOf(db, 'path', paths))
      .execute()
  }
}

function toRow(path: string, { bodies }: PrebuiltResponse) {
  const { bytes, headers } = bodies.at(-1)!
  return { path, type: String(headers['content-type']), body: bytes, replaced_at: null }
}
