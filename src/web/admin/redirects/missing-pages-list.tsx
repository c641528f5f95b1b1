import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MissingPage } from '../../../contract/content/missing-pages.ts'
import { MISSING_PAGE_DAYS } from '../../../contract/platform/retention.ts'
import { missingPageDismissal, missingPagesQuery } from '../../data/owner/redirects.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { DataTable, keepPage } from '../kit/data-table.tsx'
import { ListFilter, ListToolbar } from '../kit/list-toolbar.tsx'
import type { Column } from '../kit/table-parts.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { useListState } from '../kit/use-list-state.ts'
import { useUndoableDeletion } from '../kit/use-undoable-deletion.ts'
import { RedirectDialog } from './redirect-dialog.tsx'

const showOptions = [
  ['', 'To look at'],
  ['ignored', 'Ignored'],
] as const

/** Addresses without a page that readers requested, each to redirect or to ignore. */
export function MissingPagesList() {
  const list = useListState(['show'])
  const isIgnored = list.filter('show') === 'ignored'
  const dates = useDates()
  const rows = useQuery({ ...missingPagesQuery(list.query), placeholderData: keepPage })
  const [opened, setOpened] = useState<MissingPage>()
  const { remove, restore } = missingPageDismissal
  const ignored = ([row]: MissingPage[]) => adminMessages.missingPageIgnored(row?.address ?? '')
  const watched = ([row]: MissingPage[]) => adminMessages.missingPageWatched(row?.address ?? '')
  const ignoring = useUndoableDeletion<MissingPage>({ remove, restore, deleted: ignored, restored: watched })
  const watching = useUndoableDeletion<MissingPage>({
    remove: restore,
    restore: remove,
    deleted: watched,
    restored: ignored,
  })
  const actions = {
    isIgnored,
    onRedirect: setOpened,
    onIgnore: (row: MissingPage) => (isIgnored ? watching : ignoring).removeRows([row]),
  }
  return (
    <>
      <ListToolbar list={list} searchLabel="Search addresses">
        <ListFilter list={list} name="show" label="Shown" options={showOptions} />
      </ListToolbar>
      <DataTable
        label="Not found"
        list={list}
        query={rows}
        rowName={({ address }) => address}
        columns={columnsOf(dates.day, actions)}
        errorText="The addresses could not be loaded."
        empty={<p>No reader has missed a page in the last {MISSING_PAGE_DAYS} days.</p>}
      />
      {opened && <RedirectDialog redirect={undefined} from={opened.address} onClose={() => setOpened(undefined)} />}
    </>
  )
}

type Actions = {
  isIgnored: boolean
  onRedirect: (row: MissingPage) => void
  /** Ignores a row, or lists it again. */
  onIgnore: (row: MissingPage) => void
}

function columnsOf(day: (time: string) => string, { isIgnored, onRedirect, onIgnore }: Actions): Column<MissingPage>[] {
  return [
    {
      key: 'address',
      header: 'Address',
      isSortable: true,
      cell: ({ address, referrer }) => (
        <span className="min-w-0">
          <span className="block font-semibold wrap-anywhere">{address}</span>
          {referrer !== '' && <span className="block text-ink-soft wrap-anywhere">Followed from {referrer}</span>}
        </span>
      ),
    },
    {
      key: 'hits',
      header: 'Hits',
      isSortable: true,
      isNumber: true,
      cell: ({ hits }) => hits.toLocaleString('en-US'),
      className: 'md:w-20',
    },
    {
      key: 'lastAt',
      header: 'Last hit',
      isSortable: true,
      cell: ({ lastAt }) => <time dateTime={lastAt}>{day(lastAt)}</time>,
      className: 'md:w-32',
    },
    {
      key: 'action',
      header: 'Action',
      cell: (row) => (
        <span className="flex flex-wrap gap-2">
          <ToolButton aria-label={`Redirect ${row.address} to…`} onClick={() => onRedirect(row)}>
            Redirect to…
          </ToolButton>
          <ToolButton
            aria-label={isIgnored ? `List ${row.address} again` : `Ignore ${row.address}`}
            onClick={() => onIgnore(row)}
          >
            {isIgnored ? 'List again' : 'Ignore'}
          </ToolButton>
        </span>
      ),
      className: 'md:w-60',
    },
  ]
}
