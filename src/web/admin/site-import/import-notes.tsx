import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NoteGroup, SiteImport } from '../../../contract/app/site-imports.ts'
import { importItemsQuery } from '../../data/owner/site-imports.ts'
import { StatusBadge } from '../kit/status-badge.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { PanelQuery } from '../settings/panel-query.tsx'

/** Items of one page. */
const SHOWN = 20

/** The losses and changes by kind; each opens to show its items. */
export function ImportNotes({ item }: { item: SiteImport }) {
  if (item.notes.length === 0) return <p className="text-sm text-ink-soft">Everything can be kept as it was.</p>
  return (
    <ul aria-label="Notes" className="divide-y divide-line border-y border-line">
      {item.notes.map((group) => (
        <li key={group.text}>
          <Group importId={item.id} group={group} />
        </li>
      ))}
    </ul>
  )
}

function Group({ importId, group }: { importId: number; group: NoteGroup }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="min-h-10 cursor-pointer py-2 text-sm wrap-anywhere">
        {group.text}{' '}
        <StatusBadge tone={group.isLoss ? 'alert' : 'quiet'}>
          {group.count.toLocaleString('en-US')} {group.count === 1 ? 'item' : 'items'}
        </StatusBadge>
      </summary>
      {isOpen && <Items importId={importId} note={group.text} />}
    </details>
  )
}

function Items({ importId, note }: { importId: number; note: string }) {
  const [page, setPage] = useState(1)
  const items = useQuery({
    ...importItemsQuery(importId, { note, page, limit: SHOWN }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="pb-3 pl-4">
      <PanelQuery query={items} errorText="The items could not be loaded." height="h-16">
        {({ items: found, total }) => (
          <>
            <ul className="space-y-1.5 text-sm">
              {found.map(({ id, name, notes }) => (
                <li key={id} className="wrap-anywhere">
                  <span className="font-semibold">{name}</span>
                  {note.includes('…') && <span className="text-ink-soft"> {notes.join(' ')}</span>}
                </li>
              ))}
            </ul>
            {total > SHOWN && (
              <div className="mt-2 flex flex-wrap items-center gap-2 text-sm text-ink-soft">
                <ToolButton disabled={page === 1} onClick={() => setPage(page - 1)}>
                  Previous
                </ToolButton>
                <span aria-live="polite">
                  {((page - 1) * SHOWN + 1).toLocaleString('en-US')}–
                  {Math.min(page * SHOWN, total).toLocaleString('en-US')} of {total.toLocaleString('en-US')}
                </span>
                <ToolButton disabled={page * SHOWN >= total} onClick={() => setPage(page + 1)}>
                  Next
                </ToolButton>
              </div>
            )}
          </>
        )}
      </PanelQuery>
    </div>
  )
}
