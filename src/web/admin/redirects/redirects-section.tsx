import { useQuery } from '@tanstack/react-query'
import { CornerUpRight, Download, Unlink, Upload } from 'lucide-react'
import { useState } from 'react'
import { type Redirect, RedirectOrigin } from '../../../contract/content/redirects.ts'
import { redirectDeletion, redirectsFileHref, redirectsQuery } from '../../data/owner/redirects.ts'
import { useRouter } from '../../lib/router.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { DataTable, keepPage } from '../kit/data-table.tsx'
import { ListFilter, ListToolbar } from '../kit/list-toolbar.tsx'
import type { Column } from '../kit/table-parts.tsx'
import { DownloadLink, ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { useListState } from '../kit/use-list-state.ts'
import { useUndoableDeletion } from '../kit/use-undoable-deletion.ts'
import { ViewLinks } from '../kit/view-links.tsx'
import { ImportRedirectsDialog } from './import-redirects-dialog.tsx'
import { MissingPagesList } from './missing-pages-list.tsx'
import { RedirectDialog } from './redirect-dialog.tsx'

/** The dialog that is open: 'new', 'import', or the redirect to edit. */
type Opened = 'new' | 'import' | Redirect

const origins: Record<Redirect['origin'], string> = { hand: 'By hand', rename: 'Renamed' }
const originOptions = [
  ['', 'All'],
  ...RedirectOrigin.options.map((origin) => [origin, origins[origin]] as const),
] as const

/** Old addresses and where they lead, and those that lead nowhere. */
export function RedirectsSection() {
  const { pathname, query } = useRouter()
  const isMissing = query.get('list') === 'missing'
  return (
    <section aria-labelledby="redirects">
      <h3 id="redirects" className="text-lg">
        Redirects
      </h3>
      <p className="mt-1 mb-4 text-sm text-ink-soft">
        {isMissing
          ? 'Addresses without a page that readers requested. Bots and search engines are not counted, and after 180 days without a reader an address leaves the list.'
          : 'Old addresses that lead readers and search engines to another page. What you rename is redirected by itself.'}
      </p>
      <ViewLinks
        label="Lists"
        views={[
          { label: 'Redirects', href: pathname, isCurrent: !isMissing, Icon: CornerUpRight },
          { label: 'Not found', href: `${pathname}?list=missing`, isCurrent: isMissing, Icon: Unlink },
        ]}
      />
      {isMissing ? <MissingPagesList /> : <RedirectsList />}
    </section>
  )
}

function RedirectsList() {
  const list = useListState(['origin'])
  const dates = useDates()
  const rows = useQuery({ ...redirectsQuery(list.query), placeholderData: keepPage, select: withIds })
  const [opened, setOpened] = useState<Opened>()
  const deletion = useUndoableDeletion<Redirect>({
    ...redirectDeletion,
    deleted: ([row]) => adminMessages.redirectDeleted(row?.from ?? ''),
    restored: ([row]) => adminMessages.redirectRestored(row?.from ?? ''),
  })
  const close = () => setOpened(undefined)
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-2">
        <ToolButton tone="primary" onClick={() => setOpened('new')}>
          Add redirect
        </ToolButton>
        <ToolButton onClick={() => setOpened('import')}>
          <Upload aria-hidden="true" className="size-4" />
          Import CSV
        </ToolButton>
        <DownloadLink href={redirectsFileHref(list.query)}>
          <Download aria-hidden="true" className="size-4" />
          Export CSV
        </DownloadLink>
      </div>
      <ListToolbar list={list} searchLabel="Search redirects">
        <ListFilter list={list} name="origin" label="Origin" options={originOptions} />
      </ListToolbar>
      <DataTable
        label="Redirects"
        list={list}
        query={rows}
        rowName={({ from }) => from}
        columns={columnsOf(dates.day, { onEdit: setOpened, onDelete: (row) => deletion.removeRows([row]) })}
        errorText="The redirects could not be loaded."
        empty={<p>No address is redirected yet. Add the addresses of your old blog that readers still follow.</p>}
      />
      {opened === 'import' && <ImportRedirectsDialog onClose={close} />}
      {opened !== undefined && opened !== 'import' && (
        <RedirectDialog redirect={opened === 'new' ? undefined : opened} onClose={close} />
      )}
    </>
  )
}

type Row = Redirect & { redirect: Redirect }

/** Ids are unique among redirects of one origin only. */
function withIds({ items, total }: { items: Redirect[]; total: number }) {
  const toRow = (redirect: Redirect): Row => ({
    ...redirect,
    id: redirect.origin === 'hand' ? redirect.id : -redirect.id,
    redirect,
  })
  return { items: items.map(toRow), total }
}

type Actions = { onEdit: (redirect: Redirect) => void; onDelete: (redirect: Redirect) => void }

function columnsOf(day: (time: string) => string, { onEdit, onDelete }: Actions): Column<Row>[] {
  return [
    {
      key: 'from',
      header: 'Old address',
      isSortable: true,
      cell: ({ from, to, origin }) => (
        <span className="min-w-0">
          <span className="block font-semibold wrap-anywhere">{from}</span>
          <span className="block text-ink-soft wrap-anywhere">
            {origins[origin]} → {to}
          </span>
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
      key: 'lastHitAt',
      header: 'Last hit',
      isSortable: true,
      cell: ({ lastHitAt }) => (lastHitAt === null ? '–' : <time dateTime={lastHitAt}>{day(lastHitAt)}</time>),
      className: 'md:w-32',
    },
    {
      key: 'action',
      header: 'Action',
      cell: ({ redirect }) =>
        redirect.origin === 'hand' && (
          <span className="flex flex-wrap gap-2">
            <ToolButton aria-label={`Edit ${redirect.from}`} onClick={() => onEdit(redirect)}>
              Edit
            </ToolButton>
            <ToolButton aria-label={`Delete ${redirect.from}`} onClick={() => onDelete(redirect)}>
              Delete
            </ToolButton>
          </span>
        ),
      className: 'md:w-48',
    },
  ]
}
