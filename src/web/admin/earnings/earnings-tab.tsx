import { useQuery } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import type { DateBasis, EarningsSummary } from '../../../contract/shop/earnings.ts'
import { type EarningsPeriod, earningsQuery, type SalesSelection, salesFileHref } from '../../data/owner/earnings.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { RangePicker } from '../analytics/range-picker.tsx'
import { useRange } from '../analytics/use-range.ts'
import { SelectField } from '../kit/form-fields.tsx'
import { TabHeader } from '../kit/panel.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { DownloadLink, ToolButton } from '../kit/tool-button.tsx'
import { UnusedTabLinks } from '../unused-tab-links.tsx'
import { AccountsPanel } from './accounts-panel.tsx'
import { EarningsReport } from './earnings-report.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { ImportsPanel } from './imports-panel.tsx'
import { FunnelPanel, ReferrersPanel } from './readers-panels.tsx'
import { SalesDialog } from './sales-dialog.tsx'

/** Shows the earnings of affiliate links as networks report them. */
export function EarningsTab() {
  const range = useRange()
  const [basis, setBasis] = useState<DateBasis>('ordered')
  const [currency, setCurrency] = useState<string>()
  const [importId, setImportId] = useState<number | 'new'>()
  const [shown, setShown] = useState<{ title: string; selection: SalesSelection }>()
  const { startDate, endDate } = range
  const period: EarningsPeriod = { startDate, endDate, basis, currency }
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(earningsQuery(period))
  const exact = { ...period, currency: data?.currency ?? currency }
  return (
    <>
      <Header fileHref={data?.hasSales ? salesFileHref(exact, {}) : undefined} onImport={() => setImportId('new')} />
      {isPending && <Loading />}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data && !data.hasSales && (
        <>
          <NothingYet onImport={() => setImportId('new')} />
          <RangePicker range={range} />
          <div className="mb-5 grid gap-5">
            <FunnelPanel summary={data} />
            <ReferrersPanel summary={data} />
          </div>
        </>
      )}
      {data?.hasSales && (
        <>
          <RangePicker range={range} />
          <BasisFields summary={data} basis={basis} onBasis={setBasis} onCurrency={setCurrency} />
          <div aria-busy={isPlaceholderData} className={`transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}>
            <EarningsReport summary={data} onShow={(title, selection) => setShown({ title, selection })} />
          </div>
        </>
      )}
      <AccountsPanel />
      <ImportsPanel onOpen={setImportId} />
      {importId !== undefined && (
        <ImportDialog id={importId} onOpen={setImportId} onClose={() => setImportId(undefined)} />
      )}
      {shown && (
        <SalesDialog
          title={shown.title}
          period={exact}
          selection={shown.selection}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  )
}

function Header({ fileHref, onImport }: { fileHref: string | undefined; onImport: () => void }) {
  return (
    <TabHeader
      title="Earnings"
      description="Commissions as your networks report them, by post, product and placement."
      more={
        <>
          <UnusedTabLinks from="earnings" />
          {fileHref !== undefined && (
            <DownloadLink href={fileHref}>
              <Download aria-hidden="true" className="size-4" />
              Export CSV
            </DownloadLink>
          )}
        </>
      }
    >
      <ToolButton tone="primary" onClick={onImport}>
        <Upload aria-hidden="true" className="size-4" />
        Import a report
      </ToolButton>
    </TabHeader>
  )
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <StatusMessage tone="error" className="mb-4">
      {messageOf(error)}
      <span className="mt-3 flex flex-wrap gap-2">
        <ToolButton onClick={onRetry}>Try again</ToolButton>
      </span>
    </StatusMessage>
  )
}

type BasisFieldsProps = {
  summary: EarningsSummary
  basis: DateBasis
  onBasis: (basis: DateBasis) => void
  onCurrency: (currency: string) => void
}

/** The date that a sale counts for, and the currency that is shown. */
function BasisFields({ summary: { currency, currencies }, basis, onBasis, onCurrency }: BasisFieldsProps) {
  const offered = currencies.includes(currency) ? currencies : [currency, ...currencies]
  return (
    <div className="mb-3 grid grid-cols-2 gap-3 sm:max-w-md md:mb-5">
      <SelectField
        optional={null}
        label="Date"
        value={basis}
        onChange={(event) => onBasis(event.target.value as DateBasis)}
      >
        <option value="ordered">Ordered</option>
        <option value="clicked">Clicked</option>
        <option value="posted">Posted</option>
      </SelectField>
      <SelectField
        optional={null}
        label="Currency"
        value={currency}
        onChange={(event) => onCurrency(event.target.value)}
      >
        {offered.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </SelectField>
    </div>
  )
}

function NothingYet({ onImport }: { onImport: () => void }) {
  return (
    <div className="mb-5 rounded-card border border-dashed border-ink-faint/40 bg-white px-6 py-14 text-center text-ink-soft">
      <p className="font-semibold text-ink">No earnings yet.</p>
      <p className="mx-auto mt-2 max-w-prose">
        Download a report of your sales from Amazon Associates, Awin, CJ, Impact or another network, and import it here
        as it is. You see what it would change before anything is written, and each import can be undone.
      </p>
      <ToolButton tone="primary" className="mt-5" onClick={onImport}>
        <Upload aria-hidden="true" className="size-4" />
        Import your first report
      </ToolButton>
    </div>
  )
}

function Loading() {
  return (
    <div role="status">
      <p className="mb-3 text-sm text-ink-soft">Loading earnings...</p>
      <div className="mb-5 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {['pending', 'approved', 'paid', 'reversed'].map((card) => (
          <Skeleton key={card} className="h-28 rounded-card" />
        ))}
      </div>
      <Skeleton className="h-[420px] rounded-card" />
    </div>
  )
}
