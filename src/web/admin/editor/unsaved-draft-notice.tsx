import { useCallback, useEffect, useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import type { DraftAutosave } from './draft-autosave.ts'
import { CompareDialog } from './field-comparison.tsx'
import { browserDrafts, findLocalDrafts, type LocalDraft } from './local-drafts.ts'
import { isSame, type PostFields } from './post-fields.ts'
import type { PostEditing } from './use-post-editing.ts'

/** Offers local drafts of text that was never saved. */
export function UnsavedDraftNotice({ localDrafts, editing }: { localDrafts: LocalDrafts; editing: PostEditing }) {
  const [isComparing, setIsComparing] = useState(false)
  const [isDiscarding, setIsDiscarding] = useState(false)
  /** Later versions are the autosaves of this editor. */
  const [openedVersion] = useState(editing.stored?.version)
  const dates = useDates()
  const [draft, ...others] = localDrafts.drafts
  if (!draft) return null

  const when = dates.timeOrMoment(new Date(draft.at).toISOString())
  const restore = () => {
    // Discards the old copy only after the new one is stored.
    void editing.restore(draft).then(
      () => localDrafts.discard(draft),
      () => {},
    )
    setIsComparing(false)
    toast(adminMessages.textRestored)
  }
  return (
    <section
      aria-label="Unsaved changes"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-accent bg-cream px-4 py-2.5 text-sm"
    >
      <p role="status" className="min-w-0 grow basis-64">
        <strong>{headline(draft, when)}</strong>
        {draft.fields.title && (
          <span dir="auto" className="wrap-anywhere text-ink-soft">
            {' '}
            “{draft.fields.title}”
          </span>
        )}
        {isOlder(draft, openedVersion) && (
          <span className="text-ink-soft"> The post was saved elsewhere since then.</span>
        )}
        {others.length > 0 && <span className="text-ink-soft"> {others.length} more after this.</span>}
      </p>
      <div className="flex flex-wrap gap-2">
        <ToolButton tone="primary" onClick={restore}>
          Restore
        </ToolButton>
        <ToolButton onClick={() => setIsComparing(true)}>Compare</ToolButton>
        <ToolButton tone="quiet" onClick={() => setIsDiscarding(true)}>
          Discard
        </ToolButton>
      </div>
      <CompareDialog
        kind={editing.kind}
        isOpen={isComparing}
        title="What was not saved"
        before={{ label: 'In the editor now', fields: editing.form.getValues() }}
        after={{ label: headline(draft, when), fields: draft.fields }}
        onClose={() => setIsComparing(false)}
        footer={
          <ToolButton tone="primary" onClick={restore}>
            Restore
          </ToolButton>
        }
      />
      <ConfirmDialog
        isOpen={isDiscarding}
        title="Discard this text?"
        confirmLabel="Discard"
        onConfirm={() => {
          setIsDiscarding(false)
          localDrafts.discard(draft)
        }}
        onClose={() => setIsDiscarding(false)}
      >
        <p>It was never saved, and this browser keeps the only copy.</p>
      </ConfirmDialog>
    </section>
  )
}

function headline({ note }: LocalDraft, when: string): string {
  return note ? `${note}, set aside ${when}` : `Unsaved changes from ${when}`
}

function isOlder({ version, note }: LocalDraft, opened: number | undefined): boolean {
  return note === undefined && opened !== undefined && version !== null && version < opened
}

const LOCK = 'dewlight-editor/'

type LocalDrafts = {
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
