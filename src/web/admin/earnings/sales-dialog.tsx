import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import type { Sale } from '../../../contract/shop/earnings.ts'
import { formatMoney } from '../../../contract/shop/money.ts'
import { networks } from '../../../contract/shop/networks.ts'
import {
  type EarningsPeriod,
  SALES_PAGE,
  type SalesSelection,
  salesFileHref,
  salesQuery,
} from '../../data/owner/earnings.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { formatCount } from '../analytics/formats.ts'
import { Dialog } from '../kit/dialog.tsx'
import { PageButtons } from '../kit/page-buttons.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { DownloadLink, ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { SaleHistory } from './sale-history.tsx'
import { saleStatusLabels } from './sale-status-labels.ts'

type SalesDialogProps = { title: string; period: EarningsPeriod; selection: SalesSelection; onClose: () => void }

/** The sales behind a number. */
export function SalesDialog({ title, period, selection, onClose }: SalesDialogProps) {
  const { calendarDay } = useDates()
  const [page, setPage] = useState(1)
  const { data, error, isPending } = useQuery(salesQuery(period, selection, page))
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / SALES_PAGE))
  return (
    <Dialog
      isOpen
      title={title}
      size="large"
      onClose={onClose}
      footer={
        <>
          <DownloadLink href={salesFileHref(period, selection)}>
            <Download aria-hidden="true" className="size-4" />
            Export CSV
          </DownloadLink>
          <ToolButton onClick={onClose}>Done</ToolButton>
        </>
      }
    >
      {isPending && <p role="status">Loading sales...</p>}
      {error && <StatusMessage tone="error">{messageOf(error)}</StatusMessage>}
      {data && (
        <>
          <p role="status" className="mb-3 text-sm text-ink-soft">
            {formatCount(data.total)} {data.total === 1 ? 'sale' : 'sales'} between {calendarDay(period.startDate)} and{' '}
            {calendarDay(period.endDate)}
          </p>
          <ul className="divide-y divide-line rounded-card border border-line bg-white">
            {data.items.map((sale) => (
              <SaleItem key={sale.id} sale={sale} basis={period.basis} />
            ))}
          </ul>
          <PageButtons
            label="Pages of the sales"
            {...{ page, pages }}
            previous="Newer"
            next="Older"
            onChange={setPage}
          />
        </>
      )}
    </Dialog>
  )
}

function SaleItem({ sale, basis }: { sale: Sale; basis: EarningsPeriod['basis'] }) {
  const { calendarDay } = useDates()
  const [isOpen, setIsOpen] = useState(false)
  const historyId = useId()
  const name = sale.productName ?? sale.place
  const day = { ordered: sale.orderedDay, clicked: sale.clickedDay, posted: sale.postedDay }[basis]
  const details = [
    sale.advertiser ?? networks[sale.network].label,
    sale.orderId && `order ${sale.orderId}`,
    sale.trackingId && `tracking ID ${sale.trackingId}`,
    !sale.isAttributed && sale.clickRef && `sub-id ${sale.clickRef}`,
    sale.sku && `SKU ${sale.sku}`,
    sale.reason,
    sale.eventCount > 1 && `${sale.eventCount} states in the ledger`,
    sale.fileName && `${sale.fileName}, row ${sale.fileRow}`,
  ].filter(Boolean)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {name}
        </p>
        <p className="text-ink-soft wrap-anywhere">
          {calendarDay(day)}
          {sale.productName !== null && ` · ${sale.place}`}
        </p>
        <p className="text-ink-soft wrap-anywhere">{details.join(' · ')}</p>
      </div>
      <p className="tabular-nums sm:text-right">
        <span className={`font-semibold ${sale.status === 'reversed' ? 'line-through' : ''}`}>
          {formatMoney(sale.commission, sale.currency)}
        </span>
        <br />
        <span className="text-ink-soft">{saleStatusLabels[sale.status]}</span>
      </p>
      <div className="basis-full">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? historyId : undefined}
          onClick={() => setIsOpen(!isOpen)}
          className="min-h-8 text-accent-darker underline underline-offset-4"
        >
          {isOpen ? 'Hide history' : 'History'}
          <span className="sr-only">: {name}</span>
        </button>
      </div>
      {isOpen && <SaleHistory id={historyId} saleId={sale.id} label={`History of ${name}`} />}
    </li>
  )
}
