import { mkdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type BlobStorage, SOURCE, StorageError, type StoredSource } from './blob-storage.ts'
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

/** Media as objects of a bucket, named as in local storage, with a local cache. */
export function createS3Storage(options: S3StorageOptions): BlobStorage {
  const { s3, cacheDir, cacheBytes, onError, now = Date.now } = options
  const cache = createStorageCache(cacheDir, cacheBytes, now)
  // Requests for unknown images create no folder.
  const incoming = path.join(cacheDir, INCOMING)
  const inFlight = new Map<string, Promise<string | undefined>>()
  let listed: { at: number; keys: Promise<Set<string>> } | undefined

  /** Single flight per key. */
  function singleFlight(name: string, work: () => Promise<string | undefined>): Promise<string | undefined> {
    const known = inFlight.get(name)
    if (known) return known
    const started = work().finally(() => inFlight.delete(name))
    inFlight.set(name, started)
    return started
  }

  /** Downloads an object; `fill` returns its modification time, undefined if missing. */
  async function copy(key: string, name: string, fill: (file: string) => Promise<Date | undefined>) {
    const file = cache.fileOf(key, name)
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

  const download = (key: string, name: string) =>
    singleFlight(`${key}/${name}`, () => copy(key, name, (file) => s3.download(`${key}/${name}`, file)))

  /** Evicts the copy of a deleted object, whichever process deleted it. */
  async function confirm(key: string, name: string): Promise<undefined> {
    const file = cache.fileOf(key, name)
    const found = await s3.head(`${key}/${name}`)
    if (found) await cache.confirm(file, found.modifiedAt)
    else await rm(file, { force: true })
  }

  async function listKeys(): Promise<StoredSource[]> {
    const sources: StoredSource[] = []
    for await (const { name, size } of s3.list('')) {
      const [, key] = /^([\w-]{1,64})\/source$/.exec(name) ?? []
      if (key) sources.push({ key, size })
    }
    return sources.sort((a, b) => (a.key < b.key ? -1 : 1))
  }

  return {
    async find(key, name) {
      const known = await cache.find(key, name)
      if (!known) return download(key, name)
      // In the background: an unavailable storage does not affect cached images.
      if (known.isOld)
        singleFlight(`confirm ${key}/${name}`, () => confirm(key, name)).catch((error: unknown) => {
          if (!(error instanceof StorageError)) onError(error)
        })
      return known.file
    },
    hasSource: async (key) => (await s3.head(`${key}/${SOURCE}`)) !== undefined,
    async writeSource(key, write) {
      await copy(key, SOURCE, async (file) => {
        await write(file)
        await s3.put(`${key}/${SOURCE}`, await readFile(file), 'application/octet-stream')
        return new Date()
      })
      listed = undefined
    },
    async writeVariant(key, name, write) {
      const object = `${key}/${name}`
      const file = await copy(key, name, async (unfinished) => {
        await write(unfinished)
        await s3.put(object, await readFile(unfinished), types[path.extname(name).slice(1)]!)
        return (await s3.head(object))?.modifiedAt
      })
      if (await s3.head(`${key}/${SOURCE}`)) return file
      // Deleted during rendering: `remove` deletes the source first, so files that it missed are deleted here.
      await s3.delete(object)
      await rm(cache.fileOf(key, name), { force: true })
      return undefined
    },
    async remove(key) {
      await s3.delete(`${key}/${SOURCE}`)
      for await (const { name } of s3.list(`${key}/`)) await s3.delete(name)
      await rm(path.join(cacheDir, key), { recursive: true, force: true })
      listed = undefined
    },
    // Objects are written atomically; only the cached copies are files.
    removeUnfinished: (before, signal) => removeUnfinished(cacheDir, before, signal),
    listSources: listKeys,
    // Bypasses the cache, which a backup would otherwise fill.
    async copySource(key, folder) {
      const file = path.join(folder, key)
      return (await s3.download(`${key}/${SOURCE}`, file)) && file
    },
    async missingSources(keys) {
      if (!listed || now() - listed.at > LISTED_FOR)
        listed = { at: now(), keys: listKeys().then((sources) => new Set(sources.map(({ key }) => key))) }
      const found = await listed.keys.catch((error: unknown) => {
        listed = undefined
        throw error
      })
      return keys.filter((key) => !found.has(key))
    },
    check: s3.healthCheck,
  }
}

class NoObject extends Error {}
