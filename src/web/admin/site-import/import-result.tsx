import { useState } from 'react'
import type { SiteImport } from '../../../contract/app/site-imports.ts'
import { submission } from '../../data/mutations.ts'
import { importReportHref, useConfirmSiteImport, useUndoSiteImport } from '../../data/owner/site-imports.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { Panel } from '../kit/panel.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { DownloadLink, ToolButton, ToolLink } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { ImportNotes } from './import-notes.tsx'
import { counted, countOf, itemTypes, stateName } from './item-labels.ts'

/** The counts of an import, with its report and its undoing; a stopped one can go on. */
export function ImportResult({ item }: { item: SiteImport }) {
  const { moment } = useDates()
  const { state, siteName, siteUrl, fileName, finishedAt, error } = item
  const name = siteName || siteUrl || fileName
  const titles = { done: 'was imported', stopped: 'is imported in part', undone: 'was taken back' }
  return (
    <Panel title={`“${name}” ${titles[state as keyof typeof titles]}`} description={finishedAt && moment(finishedAt)}>
      <div className="space-y-5">
        {error && <StatusMessage tone="error">The import has stopped: {error}</StatusMessage>}
        <Counts item={item} />
        {state === 'undone' && (
          <p className="text-sm text-ink-soft">
            Its texts are in the trash for 30 days, its redirects and unused pictures are deleted.
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          {state === 'stopped' && <ContinueButton item={item} />}
          {state === 'done' && (
            <>
              <ToolLink href="/admin/posts">Posts</ToolLink>
              <ToolLink href="/admin/pages">Pages</ToolLink>
              <ToolLink href="/admin/settings/redirects">Redirects</ToolLink>
            </>
          )}
          {!item.isArchive && <DownloadLink href={importReportHref(item.id)}>Report as CSV</DownloadLink>}
          {item.canUndo && <UndoButton item={item} />}
        </div>
        {state !== 'undone' && !item.isArchive && <ImportNotes item={item} />}
      </div>
    </Panel>
  )
}

function Counts({ item }: { item: SiteImport }) {
  return (
    <ul aria-label="Result" className="space-y-1 text-[0.9375rem]">
      {itemTypes
        .filter((type) => countOf(item, type) > 0)
        .map((type) => (
          <li key={type}>
            <span className="font-semibold">{counted(countOf(item, type), type)}</span>:{' '}
            {item.counts
              .filter((each) => each.type === type)
              .map(({ state, count }) => `${count.toLocaleString('en-US')} ${stateName(type, state)}`)
              .join(', ')}
          </li>
        ))}
    </ul>
  )
}

function ContinueButton({ item: { id } }: { item: SiteImport }) {
  const confirmation = useConfirmSiteImport()
  return (
    <>
      <ToolButton
        tone="primary"
        disabled={confirmation.isPending}
        onClick={() => confirmation.mutate(submission({ params: { id } }))}
      >
        Continue
      </ToolButton>
      {confirmation.error && <StatusMessage tone="error">{messageOf(confirmation.error)}</StatusMessage>}
    </>
  )
}

function UndoButton({ item: { id } }: { item: SiteImport }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const undoing = useUndoSiteImport()
  const handleConfirm = () =>
    undoing.mutate(submission({ params: { id } }), { onSuccess: () => setIsConfirming(false) })
  return (
    <>
      <ToolButton tone="danger" onClick={() => setIsConfirming(true)}>
        Undo the import
      </ToolButton>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Undo this import?"
        confirmLabel="Undo"
        isBusy={undoing.isPending}
        error={undoing.error && messageOf(undoing.error)}
        onConfirm={handleConfirm}
        onClose={() => setIsConfirming(false)}
      >
        <p>
          Its texts go to the trash, also those that you have edited since, and its products unless you have edited
          them; from there they can be restored for 30 days. Its redirects, its comments, the pictures that nothing else
          uses and its empty categories are deleted. Texts of an earlier import that it changed, and the menu, are as
          they were before, unless you have edited them since.
        </p>
      </ConfirmDialog>
    </>
  )
}
