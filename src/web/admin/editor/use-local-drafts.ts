import { useCallback, useEffect, useState } from 'react'
import { browserDrafts, type DraftAutosave, findLocalDrafts, type LocalDraft } from './local-drafts.ts'
import { isSame, type PostFields } from './post-fields.ts'

const LOCK = 'dewlight-editor/'

export type LocalDrafts = {
  /** Text that was never saved, newest first. */
  entries: LocalDraft[]
  refresh: () => void
  discard: (entry: LocalDraft) => void
}

/**
 * Text for this post that this browser kept and no open editor is writing. An open editor holds a lock in its name,
 * which the browser drops with the tab however that ends.
 */
export function useLocalDrafts(
  autosave: DraftAutosave,
  postId: number | null,
  stored: PostFields | undefined,
): LocalDrafts {
  const [entries, setEntries] = useState<LocalDraft[]>([])

  useEffect(() => holdLock(LOCK + autosave.writer), [autosave])

  const refresh = useCallback(() => {
    void findEntries(autosave, postId).then(setEntries)
  }, [autosave, postId])

  useEffect(refresh, [refresh])

  const discard = (entry: LocalDraft) => {
    setEntries((before) => before.filter((other) => other !== entry))
    void browserDrafts.remove(entry.key).then(refresh, () => {})
  }

  // What has reached the server after all is no news.
  return { entries: entries.filter((entry) => !stored || !isSame(entry.fields, stored)), refresh, discard }
}

async function findEntries(autosave: DraftAutosave, postId: number | null): Promise<LocalDraft[]> {
  try {
    return await findLocalDrafts(browserDrafts, postId, new Set([autosave.writer, ...(await openWriters())]))
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
