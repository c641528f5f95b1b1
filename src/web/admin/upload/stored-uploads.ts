import { createStore, entries, type UseStore } from 'idb-keyval'
import { newKey } from '../../data/api.ts'

/** A file with its idempotency key as stored in the browser. */
export type StoredUpload = {
  id: string
  key: string
  file: File
  /** Whether `file` can be sent as it is. */
  isPrepared: boolean
  /** Milliseconds since 1970. */
  addedAt: number
}

/** The files of unfinished uploads in IndexedDB, kept over a reload. `put` rejects when the quota is exceeded. */
export type UploadStore = {
  put(upload: StoredUpload): Promise<void>
  remove(id: string): Promise<void>
  /** The uploads of pages that are closed, which become this page's. */
  adopt(): Promise<StoredUpload[]>
}

/** Bytes of all stored files; also at most half of what the browser would allow. */
const BYTES_MAX = 1024 ** 3
/** Milliseconds after which an unfinished upload is removed. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000

/** A page holds a Web Lock under this name and its own, which the browser releases however the page ends. */
const LOCK = 'dewlight-uploads/'
const ADOPTION_LOCK = 'dewlight-uploads-adoption'

/** `page` is the page that sends it. */
type Row = StoredUpload & { page: string }

let database: UseStore | undefined
const open: UseStore = (mode, callback) => {
  database ??= createStore('dewlight-uploads', 'files')
  return database(mode, callback)
}

/** Queued files in IndexedDB. */
export function createStoredUploads(): UploadStore {
  const page = newKey()
  const sizes = new Map<string, number>()
  void navigator.locks?.request(LOCK + page, () => new Promise(() => {})).catch(() => {})

  async function bytesMax(): Promise<number> {
    const { quota = 0, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {}
    return quota ? Math.min(BYTES_MAX, (quota - usage) / 2) : BYTES_MAX
  }

  return {
    async put(upload) {
      const others = [...sizes].reduce((sum, [id, size]) => (id === upload.id ? sum : sum + size), 0)
      // Counted before the wait, so that simultaneous calls count each other.
      const before = sizes.get(upload.id)
      sizes.set(upload.id, upload.file.size)
      try {
        if (others + upload.file.size > (await bytesMax())) throw new Error('No room for the file')
        await write((files) => files.put({ ...upload, page } satisfies Row, upload.id))
      } catch (error) {
        if (before === undefined) sizes.delete(upload.id)
        else sizes.set(upload.id, before)
        throw error
      }
    },
    async remove(id) {
      sizes.delete(id)
      await write((files) => files.delete(id))
    },
    adopt: () =>
      exclusively(async () => {
        const openPages = await listOpenPages()
        const rows = (await entries<string, Row>(open)).map(([, row]) => row)
        const left = rows.filter((row) => row.page !== page && !openPages.has(row.page))
        const expired = left.filter(({ addedAt }) => addedAt < Date.now() - KEPT_MS)
        const adopted = left.filter((row) => !expired.includes(row)).sort((a, b) => a.addedAt - b.addedAt)
        await write((files) => {
          for (const { id } of expired) files.delete(id)
          for (const row of adopted) files.put({ ...row, page } satisfies Row, row.id)
        })
        for (const { id, file } of adopted) sizes.set(id, file.size)
        return adopted
      }),
  }
}

/** So that of two pages that open at once only one adopts. Without Web Locks (an insecure context) both do; the server stores one image. */
function exclusively<T>(act: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(ADOPTION_LOCK, act) : act()
}

async function listOpenPages(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  const names = held.map(({ name = '' }) => name)
  return new Set(names.filter((name) => name.startsWith(LOCK)).map((name) => name.slice(LOCK.length)))
}

function write(act: (files: IDBObjectStore) => void): Promise<void> {
  return open(
    'readwrite',
    (files) =>
      new Promise((resolve, reject) => {
        const { transaction } = files
        transaction.oncomplete = () => resolve()
        transaction.onabort = transaction.onerror = () => reject(transaction.error)
        act(files)
        // Browsers abort open transactions on unload, so this one commits explicitly.
        transaction.commit()
      }),
  )
}
