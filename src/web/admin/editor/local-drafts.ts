import { createStore, entries, type UseStore } from 'idb-keyval'
import type { PostFields } from './post-fields.ts'
import type { Sending } from './saver.ts'

/** Unsaved text in this browser, stored until the server has acknowledged it. */
export type LocalDraft = {
  key: string
  /** Null for a post that is not created yet. */
  postId: number | null
  /** The version of the post that the text is based on. */
  version: number | null
  fields: PostFields
  /** Time of the last edit, in milliseconds. */
  at: number
  /** The autosave that was in flight: repeated under its key, it acts once, also if it creates the post. */
  sending?: Sending
  /** Why the draft was set aside, such as the losing side of a conflict. */
  note?: string
}

/** `put` resolves when the draft is durable. */
export type LocalDraftStore = {
  put(draft: LocalDraft): Promise<void>
  remove(key: string): Promise<void>
  all(): Promise<LocalDraft[]>
}

/** The drafts of a post (null: of posts not created yet) that no open editor is writing, newest first. */
export async function findLocalDrafts(
  store: LocalDraftStore,
  postId: number | null,
  openWriters: ReadonlySet<string>,
): Promise<LocalDraft[]> {
  const all = await store.all()
  return all
    .filter((draft) => draft.postId === postId && !openWriters.has(draft.key.split('/')[1]!))
    .sort((a, b) => b.at - a.at)
}

let database: UseStore | undefined
const open: UseStore = (mode, callback) => {
  database ??= createStore('dewlight-journal', 'posts')
  return database(mode, callback)
}

/** The local drafts of this browser, in IndexedDB. */
export const browserDrafts: LocalDraftStore = {
  put: (draft) => write((posts) => posts.put(draft, draft.key)),
  remove: (key) => write((posts) => posts.delete(key)),
  all: async () => (await entries<string, LocalDraft>(open)).map(([, draft]) => draft),
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
        // Browsers abort open transactions on unload, so this one commits explicitly.
        transaction.commit()
      }),
  )
}
