import { useState } from 'react'
import type { ArchiveOffer as Offer } from '../../../contract/app/site-imports.ts'
import { submission } from '../../data/mutations.ts'
import { useBeginArchiveImport } from '../../data/owner/site-imports.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'

/** Offers to bring in an uploaded archive as a whole, or says why it cannot be. */
export function ArchiveOffer({ offer }: { offer: Offer }) {
  const { moment } = useDates()
  const { siteUrl, createdAt, refusal, ...counts } = offer
  return (
    <div className="space-y-3 rounded-lg bg-cream px-4 py-3 text-sm">
      <p className="wrap-anywhere">
        This is the archive of <span className="font-semibold">{siteUrl}</span> of {moment(createdAt)}:{' '}
        {(['texts', 'pictures', 'products', 'subscribers'] as const)
          .map((noun) => `${counts[noun].toLocaleString('en-US')} ${noun}`)
          .join(', ')}
        .
      </p>
      {refusal === null ? (
        <BringInButton />
      ) : (
        <p>{refusal} Its texts and pictures can be added to this site all the same: see below what is in it.</p>
      )}
    </div>
  )
}

function BringInButton() {
  const [isConfirming, setIsConfirming] = useState(false)
  const begin = useBeginArchiveImport()
  return (
    <>
      <p>Everything can come in as it was, with its addresses, dates and settings.</p>
      <ToolButton tone="primary" onClick={() => setIsConfirming(true)}>
        Bring in everything
      </ToolButton>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Bring in this archive?"
        confirmLabel="Bring in"
        isDangerous={false}
        isBusy={begin.isPending}
        error={begin.error && messageOf(begin.error)}
        onConfirm={() => begin.mutate(submission({}), { onSuccess: () => setIsConfirming(false) })}
        onClose={() => setIsConfirming(false)}
      >
        <p>
          The settings and the appearance of this site are replaced by those of the archive; your account stays.
          Newsletters that were scheduled become drafts. It cannot be undone.
        </p>
      </ConfirmDialog>
    </>
  )
}
