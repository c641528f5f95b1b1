import { mkdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type BlobStorage, SOURCE, StorageError, type StoredSource, type WriteFile } from './blob-storage.ts'
import { removeUnfinished } from './folder-storage.ts'
import { replaceFile } from './replace-file.ts'
import type { S3 } from './s3.ts'
import { createStorageCache, INCOMING } from './storage-cache.ts'

export type S3StorageOptions = {
  s3: S3
  /** The local cache and its size in bytes. */
  cacheDir: string
  cacheBytes: number
  /** Called with errors of background work. */
  onError: (error: unknown) => void
  /** In milliseconds. */
  now?: () => number
}

/** In ms: listing a large bucket takes seconds, and every admin page requests the missing sources. */
const LISTED_FOR = 10 * 60 * 1000

const types: Record<string, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

function typeOf(name: string): string {
  const type = types[path.extname(name).slice(1)]
  if (type === undefined) throw new Error(`The variant ${name} has no content type`)
  return type
}

type State = S3StorageOptions & {
  now: () => number
  cache: ReturnType<typeof createStorageCache>
  inFlight: Map<string, Promise<string | undefined>>
  /** The sources of the bucket, which are listed rarely. */
  listed: { at: number; keys: Promise<Set<string>> } | undefined
}

/** Media as objects of a bucket, named as in local storage, with a local cache. */
export function createS3Storage(options: S3StorageOptions): BlobStorage {
  const { s3, cacheDir, cacheBytes, now = Date.now } = options
  const cache = createStorageCache(cacheDir, cacheBytes, now)
  const state: State = { ...options, now, cache, inFlight: new Map(), listed: undefined }
  return {
    find: (key, name) => find(state, key, name),
    hasSource: async (key) => (await s3.head(`${key}/${SOURCE}`)) !== undefined,
    async writeSource(key, write) {
      await copy(state, key, SOURCE, async (file) => {
        await write(file)
        await s3.put(`${key}/${SOURCE}`, await readFile(file), 'application/octet-stream')
        return new Date()
      })
      state.listed = undefined
    },
    writeVariant: (key, name, write) => writeVariant(state, key, name, write),
    async remove(key) {
      await s3.delete(`${key}/${SOURCE}`)
      for await (const { name } of s3.list(`${key}/`)) await s3.delete(name)
      await rm(path.join(cacheDir, key), { recursive: true, force: true })
      state.listed = undefined
    },
    // Objects are written atomically; only the cached copies are files.
    removeUnfinished: (before, signal) => removeUnfinished(cacheDir, before, signal),
    listSources: () => listSources(s3),
    // Bypasses the cache, which a backup would otherwise fill.
    async copySource(key, folder) {
      const file = path.join(folder, key)
      return (await s3.download(`${key}/${SOURCE}`, file)) && file
    },
    missingSources: (keys) => findMissing(state, keys),
    check: s3.healthCheck,
  }
}

async function find(state: State, key: string, name: string): Promise<string | undefined> {
  const { cache, s3, onError } = state
  const known = await cache.find(key, name)
  if (!known)
    return singleFlight(state, `${key}/${name}`, () =>
      copy(state, key, name, (file) => s3.download(`${key}/${name}`, file)),
    )
  // In the background: an unavailable storage does not affect cached images.
  if (known.isOld)
    singleFlight(state, `confirm ${key}/${name}`, () => confirm(state, key, name)).catch((error: unknown) => {
      if (!(error instanceof StorageError)) onError(error)
    })
  return known.file
}

/** Single flight per key. */
function singleFlight(
  { inFlight }: State,
  name: string,
  work: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const known = inFlight.get(name)
  if (known) return known
  const started = work().finally(() => inFlight.delete(name))
  inFlight.set(name, started)
  return started
}

/** Evicts the copy of a deleted object, whichever process deleted it. */
async function confirm({ cache, s3 }: State, key: string, name: string): Promise<undefined> {
  const file = cache.fileOf(key, name)
  const found = await s3.head(`${key}/${name}`)
  if (found) await cache.confirm(file, found.modifiedAt)
  else await rm(file, { force: true })
}

async function writeVariant(state: State, key: string, name: string, write: WriteFile): Promise<string | undefined> {
  const { cache, s3 } = state
  const object = `${key}/${name}`
  const file = await copy(state, key, name, async (unfinished) => {
    await write(unfinished)
    await s3.put(object, await readFile(unfinished), typeOf(name))
    return (await s3.head(object))?.modifiedAt
  })
  if (await s3.head(`${key}/${SOURCE}`)) return file
  // Deleted during rendering: `remove` deletes the source first, so files that it missed are deleted here.
  await s3.delete(object)
  await rm(cache.fileOf(key, name), { force: true })
  return undefined
}

/** Writes an object into the cache; `fill` returns its modification time, undefined if missing. */
async function copy(
  { cache, cacheDir }: State,
  key: string,
  name: string,
  fill: (file: string) => Promise<Date | undefined>,
): Promise<string | undefined> {
  const file = cache.fileOf(key, name)
  // Requests for unknown images create no folder.
  const incoming = path.join(cacheDir, INCOMING)
  await mkdir(incoming, { recursive: true })
  let modifiedAt: Date | undefined
  let bytes = 0
  try {
    await replaceFile(
      file,
      async (unfinished) => {
        modifiedAt = await fill(unfinished)
        if (!modifiedAt) throw new NoObject()
        bytes = (await stat(unfinished)).size
        await cache.confirm(unfinished, modifiedAt)
        await mkdir(path.dirname(file), { recursive: true })
      },
      path.join(incoming, `${key}-${name}`),
    )
  } catch (error) {
    if (error instanceof NoObject) return undefined
    throw error
  }
  await cache.added(bytes)
  return file
}

async function listSources(s3: S3): Promise<StoredSource[]> {
  const sources: StoredSource[] = []
  for await (const { name, size } of s3.list('')) {
    const [, key] = /^([\w-]{1,64})\/source$/.exec(name) ?? []
    if (key) sources.push({ key, size })
  }
  return sources.sort((a, b) => (a.key < b.key ? -1 : 1))
}

async function findMissing(state: State, keys: string[]): Promise<string[]> {
  const { now, s3 } = state
  if (!state.listed || now() - state.listed.at > LISTED_FOR)
    state.listed = { at: now(), keys: listSources(s3).then((sources) => new Set(sources.map(({ key }) => key))) }
  const found = await state.listed.keys.catch((error: unknown) => {
    state.listed = undefined
    throw error
  })
  return keys.filter((key) => !found.has(key))
}

class NoObject extends Error {}
