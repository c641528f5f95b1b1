import { useQuery } from '@tanstack/react-query'
import { Download, Plus } from 'lucide-react'
import { useState } from 'react'
import { lastDays } from '../../../contract/platform/days.ts'
import { DEFAULT_DAYS } from '../../../contract/shop/analytics.ts'
import { ApiError } from '../../data/api.ts'
import { analyticsFileHref, analyticsQuery } from '../../data/owner/analytics.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { TabHeader } from '../kit/panel.tsx'
import { DownloadLink, ToolButton } from '../kit/tool-button.tsx'
import { ConversionDialog } from './conversion-dialog.tsx'
import { RangePicker } from './range-picker.tsx'
import { Report } from './report.tsx'
import { useRange } from './use-range.ts'

/** Shows the clicks and the revenue of affiliate links over a range of days. */
export function AnalyticsTab() {
  const range = useRange()
  const { startDate, endDate, today } = range
  const [isRecording, setIsRecording] = useState(false)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(analyticsQuery({ startDate, endDate }))
  return (
    <>
      <TabHeader title="Affiliate Analytics" description="Clicks on your affiliate links and what they earned.">
        <DownloadLink href={analyticsFileHref({ startDate, endDate })}>
          <Download aria-hidden="true" className="size-4" />
          Export CSV
        </DownloadLink>
        <ToolButton tone="primary" onClick={() => setIsRecording(true)}>
          <Plus aria-hidden="true" className="size-4" />
          Record a conversion
        </ToolButton>
      </TabHeader>
      <RangePicker range={range} />
      {isPending && <Loading />}
      {error && (
        <StatusMessage tone="error" className="mb-4">
          {error instanceof ApiError && error.status === 400
            ? error.body.message
            : 'The analytics data could not be loaded.'}
          {data && ' Below is what was loaded before.'}
          <span className="mt-3 flex flex-wrap gap-2">
            <ToolButton onClick={() => void refetch()}>Try again</ToolButton>
            <ToolButton onClick={() => range.change(lastDays(DEFAULT_DAYS, today))}>Show the last 30 days</ToolButton>
          </span>
        </StatusMessage>
      )}
      {data && (
        <div aria-busy={isPlaceholderData} className={`transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}>
          <p role="status" className="sr-only">
            {isPlaceholderData ? 'Loading analytics data...' : ''}
          </p>
          <Report summary={data} />
        </div>
      )}
      <ConversionDialog isOpen={isRecording} onClose={() => setIsRecording(false)} />
    </>
  )
}

function Loading() {
  return (
    <div role="status">
      <p className="mb-3 text-sm text-ink-soft">Loading analytics data...</p>
      <div className="mb-5 grid gap-3 sm:grid-cols-3">
        {['clicks', 'conversions', 'revenue'].map((card) => (
          <Skeleton key={card} className="h-28 rounded-card" />
        ))}
      </div>
      <div className="grid gap-5 xl:grid-cols-2">
        <Skeleton className="h-[420px] rounded-card" />
        <Skeleton className="h-[420px] rounded-card" />
      </div>
    </div>
  )
}
