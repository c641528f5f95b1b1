import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import {
  EXPORT_DAYS,
  type SiteExport,
  SiteExportKind,
  type SiteExportList,
  type SiteExportProgress,
} from '../../../contract/app/site-exports.ts'
import { submission } from '../../data/mutations.ts'
import {
  siteExportHref,
  siteExportsQuery,
  useBeginSiteExport,
  useCancelSiteExport,
  useDeleteSiteExport,
} from '../../data/owner/site-exports.ts'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { GuardedDownload } from '../kit/guarded-download.tsx'
import { inBytes } from '../kit/in-bytes.ts'
import { Panel } from '../kit/panel.tsx'
import { ProgressBox } from '../kit/progress-box.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { IconButton, ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { PanelQuery } from './panel-query.tsx'

const kinds: Record<SiteExportKind, { title: string; about: string }> = {
  archive: {
    title: 'Everything',
    about:
      'Texts as Markdown and HTML, pictures, products, readers, messages, earnings and clicks as tables, in one file.',
  },
  wordpress: {
    title: 'WordPress',
    about: 'Posts, pages, categories and tags for its importer, which fetches the pictures from this site.',
  },
  ghost: { title: 'Ghost', about: 'Posts, pages, tags and pictures for its importer, with redirects and members.' },
  static: {
    title: 'Static files',
    about:
      'All public pages with pictures, feeds and redirects, as a folder that any web host can show. Search, forms and counting of clicks are left out.',
  },
}

/** Exports of the site for other programs. */
export function ExportSection() {
  const list = useQuery(siteExportsQuery())
  useOutcome(list.data)
  return (
    <Panel
      title="Export"
      description={`Take everything with you, in forms that other programs read. A file is kept for ${EXPORT_DAYS} days. To bring this site back, use a backup.`}
    >
      <PanelQuery query={list} errorText="The exports could not be loaded." height="h-60">
        {(data) => (
          <>
            {data.running && <Running {...data.running} />}
            {data.lastError && !data.running && (
              <StatusMessage tone="error" className="mb-4">
                The last export failed: {data.lastError}
              </StatusMessage>
            )}
            <ul aria-label="Exports" className="divide-y divide-line border-y border-line">
              {SiteExportKind.options.map((kind) => (
                <KindRow
                  key={kind}
                  kind={kind}
                  made={data.exports.find((each) => each.kind === kind)}
                  isBusy={data.running !== null}
                />
              ))}
            </ul>
          </>
        )}
      </PanelQuery>
      <p className="mt-5 text-sm text-ink-soft">
        The trash, passwords and keys are left out. The files hold your readers and their messages: keep them as safe as
        the site.
      </p>
    </Panel>
  )
}

type KindRowProps = { kind: SiteExportKind; made: SiteExport | undefined; isBusy: boolean }

function KindRow({ kind, made, isBusy }: KindRowProps) {
  const { moment } = useDates()
  const begin = useBeginSiteExport()
  const queryClient = useQueryClient()
  const { title, about } = kinds[kind]
  const handleClick = () =>
    begin.mutate(submission({ body: { kind } }), {
      onSuccess: (list) => queryClient.setQueryData(siteExportsQuery().queryKey, list),
      onError: (error) => toast(adminMessages.exportFailed(messageOf(error))),
    })
  const isWaiting = isBusy || begin.isPending
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <div className="min-w-60 flex-1">
        <p className="font-semibold">{title}</p>
        <p className="mt-0.5 text-sm text-ink-soft">{about}</p>
        {made && (
          <p className="mt-1 text-sm">
            Made <time dateTime={made.createdAt}>{moment(made.createdAt)}</time> · {inBytes(made.size)}
          </p>
        )}
      </div>
      <div className="flex shrink-0 gap-1">
        {made && (
          <>
            <GuardedDownload href={siteExportHref(made.name)}>
              <Download aria-hidden="true" className="size-4 max-sm:hidden" />
              Download<span className="sr-only"> the export: {title}</span>
            </GuardedDownload>
            <DeleteButton name={made.name} title={title} />
          </>
        )}
        <ToolButton tone="primary" aria-disabled={isWaiting} onClick={isWaiting ? undefined : handleClick}>
          {made ? 'Export again' : 'Export'}
          <span className="sr-only"> {title}</span>
        </ToolButton>
      </div>
    </li>
  )
}

function DeleteButton({ name, title }: { name: string; title: string }) {
  const deletion = useDeleteSiteExport()
  const handleClick = () =>
    deletion.mutate(submission({ params: { name } }), { onSuccess: () => toast(adminMessages.exportDeleted) })
  return (
    <IconButton danger label={`Delete the export: ${title}`} onClick={handleClick}>
      <Trash2 aria-hidden="true" className="size-4" />
    </IconButton>
  )
}

const steps: Record<SiteExportProgress['step'], string> = {
  pages: 'Writing the pages',
  packing: 'Packing the files',
  texts: 'Writing the texts',
  data: 'Writing the tables',
  pictures: 'Packing the pictures',
  checking: 'Reading it back',
}

const number = (count: number) => count.toLocaleString('en-US')

function Running({ kind, step, done, total }: SiteExportProgress & { kind: SiteExportKind }) {
  const cancel = useCancelSiteExport()
  const queryClient = useQueryClient()
  const handleCancel = () =>
    cancel.mutate(submission({}), {
      onSuccess: (list) => queryClient.setQueryData(siteExportsQuery().queryKey, list),
    })
  return (
    <ProgressBox label={`${kinds[kind].title}: ${steps[step]}`} part={total ? done / total : undefined}>
      <span>{total ? `${number(done)} of ${number(total)}` : ''}</span>
      <ToolButton onClick={handleCancel}>Cancel</ToolButton>
    </ProgressBox>
  )
}

/** Shows a toast when a running export ends, unless it was cancelled. */
function useOutcome(list: SiteExportList | undefined): void {
  const before = useRef<SiteExportList>(undefined)
  useEffect(() => {
    if (!list) return
    if (before.current?.running && !list.running) {
      const known = new Set(before.current.exports.map(({ name }) => name))
      if (list.lastError) toast(adminMessages.exportFailed(list.lastError))
      else if (list.exports.some(({ name }) => !known.has(name))) toast(adminMessages.exportMade)
    }
    before.current = list
  }, [list])
}
