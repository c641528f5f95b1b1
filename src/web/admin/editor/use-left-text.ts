import { useCallback, useEffect, useState } from 'react'
import { browserJournal, findLeftEntries, type Journal, type JournalEntry } from './journal.ts'
import { isSame, type PostFields } from './post-fields.ts'

const LOCK = 'dewlight-editor/'

export type LeftText = {
  /** Text that was never saved, newest first. */
  entries: JournalEntry[]
  refresh: () => void
  discard: (entry: JournalEntry) => void
}

/**
 * Text for this post that this browser kept and no open editor is writing. An open editor holds a lock in its name,
 * which the browser drops with the tab however that ends.
 */
export function useLeftText(journal: Journal, postId: number | null, stored: PostFields | undefined): LeftText {
  const [entries, setEntries] = useState<JournalEntry[]>([])

  useEffect(() => holdLock(LOCK + journal.writer), [journal])

  const refresh = useCallback(() => {
    void findEntries(journal, postId).then(setEntries)
  }, [journal, postId])

  useEffect(refresh, [refresh])

  const discard = (entry: JournalEntry) => {
    setEntries((before) => before.filter((other) => other !== entry))
    void browserJournal.remove(entry.key).then(refresh, () => {})
  }

  // What has reached the server after all is no news.
  return { entries: entries.filter((entry) => !stored || !isSame(entry.fields, stored)), refresh, discard }
}

async function findEntries(journal: Journal, postId: number | null): Promise<JournalEntry[]> {
  try {
    return await findLeftEntries(browserJournal, postId, new Set([journal.writer, ...(await openWriters())]))
  } catch {
    // A browser that keeps nothing has nothing to offer.
    return []
  }
}

async function openWriters(): Promise<string[]> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return held
    .map(({ name = '' }) => name)
    .filter((name) => name.startsWith(LOCK))
    .map((name) => name.slice(LOCK.length))
}

/** Answers how to let go. Without locks (plain http in a home network) every entry is offered. */
function holdLock(name: string): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  void navigator.locks?.request(name, () => released).catch(() => {})
  return release
}
