import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { isOneOf } from '../db/json-rows.ts'
import type { Db } from '../db/schema.ts'
import { identityOf, type PrebuiltResponse, prebuildResponse } from './prebuilt-response.ts'
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

type SharedAssetsOptions = {
  db: Db
  headersOf: (path: string) => Record<string, string>
  clock: () => Date
}

type State = SharedAssetsOptions & {
  loaded: LRUCache<string, PrebuiltResponse>
  /** The paths in the database, as of the last read. */
  known: ReadonlySet<string>
  listedAt: number
  listing: Promise<void> | undefined
  /** Files made after the start, the newest last. */
  added: Set<string>
}

/**
 * The hashed files of all builds that serve one database. During a rolling upgrade the page of one version requests its
 * files from an instance of the other, and a tab that was opened before an upgrade still loads parts of its own version.
 */
export function createSharedAssets(options: SharedAssetsOptions): SharedAssets {
  const state: State = {
    ...options,
    loaded: new LRUCache({ maxSize: MEMORY, sizeCalculation: ({ size }) => size || 1 }),
    known: new Set(),
    listedAt: Number.NEGATIVE_INFINITY,
    listing: undefined,
    added: new Set(),
  }
  return {
    share: (assets) => share(state, assets),
    add: (assets) => add(state, assets),
    async find(path) {
      const found = state.loaded.get(path)
      if (found) return found
      if (!state.known.has(path)) await listOnce(state)
      return state.known.has(path) ? load(state, path) : undefined
    },
  }
}

async function share(state: State, assets: ReadonlyMap<string, PrebuiltResponse>): Promise<void> {
  const { db, clock } = state
  const own = new Map([...assets].filter(([path]) => path.startsWith('/assets/')))
  if (own.size === 0) return
  const stored = await db.selectFrom('shared_assets').select(['path', 'replaced_at']).execute()
  const known = new Set(stored.map(({ path }) => path))
  state.known = known
  const missing = [...own].filter(([path]) => !known.has(path))
  for (let start = 0; start < missing.length; start += GROUP) {
    const rows = missing.slice(start, start + GROUP).map(([path, asset]) => toRow(path, asset))
    await db
      .insertInto('shared_assets')
      .values(rows)
      .onConflict((conflict) => conflict.column('path').doNothing())
      .execute()
  }
  const again = stored.filter(({ path, replaced_at }) => replaced_at !== null && own.has(path))
  await mark(db, again, null)
  const replaced = stored.filter(({ path, replaced_at }) => replaced_at === null && !own.has(path))
  await mark(db, replaced, clock().toISOString())
  const before = new Date(clock().getTime() - KEEP).toISOString()
  await db.deleteFrom('shared_assets').where('replaced_at', '<', before).execute()
}

async function mark(db: Db, rows: { path: string }[], replacedAt: string | null): Promise<void> {
  if (rows.length === 0) return
  const paths = rows.map(({ path }) => path)
  await db
    .updateTable('shared_assets')
    .set({ replaced_at: replacedAt })
    .where(isOneOf(db, 'path', paths))
    .execute()
}

async function add({ db, added }: State, assets: ReadonlyMap<string, PrebuiltResponse>): Promise<void> {
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
}

/** Simultaneous calls share one read of the list. */
function listOnce(state: State): Promise<void> {
  state.listing ??= list(state).finally(() => {
    state.listing = undefined
  })
  return state.listing
}

async function list(state: State): Promise<void> {
  const wait = state.listedAt + LIST_EVERY - performance.now()
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  const rows = await state.db.selectFrom('shared_assets').select('path').execute()
  state.known = new Set(rows.map(({ path }) => path))
  state.listedAt = performance.now()
}

async function load({ db, headersOf, loaded }: State, path: string): Promise<PrebuiltResponse | undefined> {
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

function toRow(path: string, asset: PrebuiltResponse) {
  const { bytes, headers } = identityOf(asset)
  return { path, type: String(headers['content-type']), body: bytes, replaced_at: null }
}
