import { useState } from 'react'
import type { ImportStep, SiteImport } from '../../../contract/app/site-imports.ts'
import { submission } from '../../data/mutations.ts'
import { useCancelSiteImport } from '../../data/owner/site-imports.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { Panel } from '../kit/panel.tsx'
import { ProgressBox } from '../kit/progress-box.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { counted, countOf } from './item-labels.ts'

const steps: Record<ImportStep, string> = {
  reading: 'Reading the export',
  planning: 'Finding out what becomes what',
  categories: 'Importing the categories',
  pictures: 'Importing the pictures',
  links: 'Finding out where links lead',
  products: 'Importing the products',
  texts: 'Importing the texts',
  comments: 'Keeping the comments',
  addresses: 'Redirecting the old addresses',
  menu: 'Importing the menu',
  undoing: 'Undoing the import',
  checking: 'Checking the archive',
  archive: 'Bringing in the archive',
}

const starting = { reading: 'Starting to read', importing: 'Starting to import', undoing: 'Starting to undo' } as const

/** The types that the steps go through. */
const typeOf = {
  categories: 'category',
  pictures: 'picture',
  products: 'product',
  texts: 'text',
  comments: 'comment',
} as const

/** The step of the job, with a button that stops it. */
export function ImportProgress({ item }: { item: SiteImport }) {
  const { progress, retryReason, state } = item
  const label = progress ? steps[progress.step] : starting[state as keyof typeof starting]
  const type = progress && progress.step in typeOf ? typeOf[progress.step as keyof typeof typeOf] : undefined
  const total = type && countOf(item, type)
  const waiting = type && countOf(item, type, 'waiting')
  const done = total === undefined ? progress?.done : total - (waiting ?? 0)
  return (
    <Panel title="Import a site" description={item.fileName}>
      {retryReason && (
        <StatusMessage tone="error" className="mb-4">
          It was interrupted and is tried again: {retryReason}
        </StatusMessage>
      )}
      <ProgressBox label={label} part={total ? (done ?? 0) / total : undefined}>
        <span>
          {done !== undefined && done > 0 && (
            <>
              {done.toLocaleString('en-US')}
              {total !== undefined && ` of ${counted(total, type!)}`}.{' '}
            </>
          )}
          You may close this page.
        </span>
        {state !== 'undoing' && <StopButton item={item} />}
      </ProgressBox>
    </Panel>
  )
}

function StopButton({ item: { id, state, isArchive } }: { item: SiteImport }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const cancellation = useCancelSiteImport()
  const handleConfirm = () =>
    cancellation.mutate(submission({ params: { id } }), { onSuccess: () => setIsConfirming(false) })
  return (
    <>
      <ToolButton onClick={() => setIsConfirming(true)}>Stop</ToolButton>
      <ConfirmDialog
        isOpen={isConfirming}
        title={state === 'reading' ? 'Stop reading?' : 'Stop the import?'}
        confirmLabel="Stop it"
        isBusy={cancellation.isPending}
        error={cancellation.error && messageOf(cancellation.error)}
        onConfirm={handleConfirm}
        onClose={() => setIsConfirming(false)}
      >
        <p>
          {state === 'reading' || isArchive
            ? 'Nothing is changed. The uploaded files stay for a week.'
            : 'What is imported stays. You can continue later, or undo it.'}
        </p>
      </ConfirmDialog>
    </>
  )
}
