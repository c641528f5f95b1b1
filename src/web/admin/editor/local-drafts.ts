import { createStore, entries, type UseStore } from 'idb-keyval'
import { newKey } from '../../data/api.ts'
import { isSame, type PostFields } from './post-fields.ts'

/** Unsaved text as this browser keeps it, until the server has acknowledged that very text. */
export type LocalDraft = {
  key: string
  /** Null for a post that was not created yet. */
  postId: number | null
  /** The version of the post on which the text builds. */
  version: number | null
  fields: PostFields
  /** When it was typed, in milliseconds. */
  at: number
  /** What it is, where it is not simply unsaved: the losing side of a comparison. */
  note?: string
}

/** Where entries are kept. `put` resolves when the entry would survive the browser. */
export type LocalDraftStore = {
  put(entry: LocalDraft): Promise<void>
  remove(key: string): Promise<void>
  all(): Promise<LocalDraft[]>
}

/** The longest that a keystroke waits for its entry. */
const PAUSE_MS = 250

export type DraftAutosave = ReturnType<typeof createDraftAutosave>

/**
 * Keeps what is typed into one editor. Every editor has an entry of its own, so that two tabs with the same post never
 * overwrite each other.
 */
export function createDraftAutosave(store: LocalDraftStore, base: { postId: number | null; version: number | null }) {
  const writer = newKey()
  let place = base
  let latest: PostFields | undefined
  let isWritten = true
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasFailed = false
  /** Writes and removals happen in their order. */
  let queue: Promise<void> = Promise.resolve()

  const keyOf = (postId: number | null) => `${postId ?? 'new'}/${writer}`
  const attempt = (act: () => Promise<void>) => {
    queue = queue.then(act).then(
      () => {
        hasFailed = false
      },
      () => {
        hasFailed = true
      },
    )
    return queue
  }

  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    if (isWritten || !latest) return queue
    isWritten = true
    const entry = { key: keyOf(place.postId), ...place, fields: latest, at: Date.now() }
    return attempt(() => store.put(entry))
  }

  return {
    writer,
    /** Takes down what is in the form; written within a moment. */
    note(fields: PostFields) {
      latest = fields
      isWritten = false
      timer ??= setTimeout(() => void flush(), PAUSE_MS)
    },
    /** Writes at once what waits, for a page that is about to go. */
    flush,
    /** The server has acknowledged `fields` as `version`: they are kept no longer, anything newer is, on its new base. */
    async settle(fields: PostFields, postId: number, version: number) {
      const before = keyOf(place.postId)
      const isMoved = place.postId !== postId
      place = { postId, version }
      const isDone = !latest || isSame(latest, fields)
      if (isDone) {
        latest = undefined
        isWritten = true
      } else {
        isWritten = false
      }
      await flush()
      if (isDone || isMoved) await attempt(() => store.remove(before))
    },
    /** What is typed from now on builds on another version. */
    rebase(version: number) {
      place = { ...place, version }
      isWritten = false
      return flush()
    },
    /** The form is as the server has it again. */
    async clear() {
      latest = undefined
      isWritten = true
      clearTimeout(timer)
      timer = undefined
      await attempt(() => store.remove(keyOf(place.postId)))
    },
    /** Keeps a text beside, which no save removes: only the owner does. */
    setAside(fields: PostFields, note: string) {
      const key = `${place.postId ?? 'new'}/${newKey()}`
      return attempt(() => store.put({ key, ...place, fields, at: Date.now(), note }))
    },
    /** True while this browser does not keep what is typed. */
    hasFailed: () => hasFailed,
  }
}

/** The entries of a post (null: of posts not created yet) that no open editor is writing, newest first. */
export async function findLocalDrafts(
  store: LocalDraftStore,
  postId: number | null,
  openWriters: ReadonlySet<string>,
): Promise<LocalDraft[]> {
  const all = await store.all()
  return all
    .filter((entry) => entry.postId === postId && !openWriters.has(entry.key.split('/')[1]!))
    .sort((a, b) => b.at - a.at)
}

let database: UseStore | undefined
const open: UseStore = (mode, callback) => {
  database ??= createStore('dewlight-journal', 'posts')
  return database(mode, callback)
}

/** The local drafts of this browser, in IndexedDB. */
export const browserDrafts: LocalDraftStore = {
  put: (entry) => write((posts) => posts.put(entry, entry.key)),
  remove: (key) => write((posts) => posts.delete(key)),
  all: async () => (await entries<string, LocalDraft>(open)).map(([, entry]) => entry),
}

function write(act: (posts: IDBObjectStore) => void): Promise<void> {
  return open(
    'readwrite',
    (posts) =>
      new Promise((resolve, reject) => {
        const { transaction } = posts
        transaction.oncomplete = () => resolve()
        transaction.onabort = transaction.onerror = () => reject(transaction.error)
        act(posts)
        // Not left to the browser, which gives up what is open when the page goes.
        transaction.commit()
      }),
  )
}
