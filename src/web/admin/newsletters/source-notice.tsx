import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Newsletter, SourceChanges } from '../../../contract/audience/newsletters.ts'
import { submission } from '../../data/mutations.ts'
import { sourceChangesQuery, useTakeSourceChanges } from '../../data/owner/newsletters.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton, ToolLink } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'

/** Says that the post of a newsletter has changed since. With `href` it leads to the page where the changes are taken over. */
export function SourceNotice({ newsletter, href }: { newsletter: Newsletter; href?: string }) {
  const { moment } = useDates()
  const { data: changes } = useQuery({ ...sourceChangesQuery(newsletter.id), retry: false })
  const [isOpen, setIsOpen] = useState(false)
  if (!changes?.hasChanged) return null
  return (
    <section
      aria-label="Its post"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-accent bg-cream px-4 py-2 text-sm"
    >
      <p role="status" className="min-w-0 grow basis-56">
        The post has changed since this newsletter was made on {moment(changes.takenAt)}.
      </p>
      {href ? (
        <ToolLink href={href}>Look at the changes</ToolLink>
      ) : (
        <ToolButton onClick={() => setIsOpen(true)}>Take the changes over</ToolButton>
      )}
      {isOpen && <TakeDialog id={newsletter.id} changes={changes} onClose={() => setIsOpen(false)} />}
    </section>
  )
}

type TakeDialogProps = { id: number; changes: SourceChanges; onClose: () => void }

function TakeDialog({ id, changes, onClose }: TakeDialogProps) {
  const { mutate, isPending, error } = useTakeSourceChanges()
  const { subject, preview, hasNewText, replaced } = changes
  const take = () =>
    mutate(submission({ params: { id } }), {
      onSuccess: () => {
        onClose()
        toast(adminMessages.sourceTaken)
      },
    })
  return (
    <ConfirmDialog
      isOpen
      title="Take the changes of the post over?"
      confirmLabel="Take over"
      isDangerous={replaced.length > 0}
      isBusy={isPending}
      error={error && messageOf(error)}
      onConfirm={take}
      onClose={onClose}
    >
      <ul className="list-disc space-y-1 pl-5">
        {subject !== null && <li>The subject becomes “{subject}”.</li>}
        {preview !== null && <li>The preview text becomes “{preview}”.</li>}
        {hasNewText && <li>The text of the post is replaced. What you wrote above and below it stays.</li>}
        {subject === null && preview === null && !hasNewText && (
          <li>The subject, preview text and text stay as they are.</li>
        )}
      </ul>
      {replaced.length > 0 && (
        <div>
          <p className="font-semibold">You changed these within the text of the post. They are replaced:</p>
          <ul className="mt-1 max-h-48 list-disc space-y-1 overflow-y-auto pl-5 text-sm text-ink-soft">
            {replaced.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may begin alike
              <li key={index} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="text-sm text-ink-soft">The text before stays among the earlier versions of the newsletter.</p>
    </ConfirmDialog>
  )
}
