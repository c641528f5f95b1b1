import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { CompareDialog } from './compare-dialog.tsx'
import type { LocalDraft } from './local-drafts.ts'
import type { LocalDrafts } from './use-local-drafts.ts'
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
