import { useCallback, useEffect, useState } from 'react'
import type { DraftAutosave } from './draft-autosave.ts'
import { browserDrafts, findLocalDrafts, type LocalDraft } from './local-drafts.ts'
import { isSame, type PostFields } from './post-fields.ts'

const LOCK = 'dewlight-editor/'

export type LocalDrafts = {
  /** Newest first. */
  drafts: LocalDraft[]
  refresh: () => void
  discard: (draft: LocalDraft) => void
}

/**
 * The local drafts of this post that no open editor is writing. An open editor holds a Web Lock under its writer's name,
 * which the browser releases however the tab ends.
 */
export function useLocalDrafts(
  autosave: DraftAutosave,
  postId: number | null,
  stored: PostFields | undefined,
): LocalDrafts {
  const [found, setFound] = useState<LocalDraft[]>([])

  useEffect(() => holdLock(LOCK + autosave.writer), [autosave])

  const refresh = useCallback(() => {
    void findDrafts(autosave, postId).then(setFound)
  }, [autosave, postId])

  useEffect(refresh, [refresh])

  const discard = (draft: LocalDraft) => {
    setFound((before) => before.filter((other) => other !== draft))
    void browserDrafts.remove(draft.key).then(refresh, () => {})
  }

  // A draft equal to the stored post was saved after all.
  return { drafts: found.filter((draft) => !stored || !isSame(draft.fields, stored)), refresh, discard }
}

async function findDrafts(autosave: DraftAutosave, postId: number | null): Promise<LocalDraft[]> {
  try {
    return await findLocalDrafts(browserDrafts, postId, new Set([autosave.writer, ...(await openWriters())]))
  } catch {
    // IndexedDB is unavailable, for example in a private window.
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

/** Returns the release function. Without Web Locks (an insecure context) every draft is offered. */
function holdLock(name: string): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  void navigator.locks?.request(name, () => released).catch(() => {})
  return release
}
