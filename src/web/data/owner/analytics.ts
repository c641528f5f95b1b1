import { queryOptions } from '@tanstack/react-query'
import type { AnalyticsRange, AnalyticsSummary } from '../../../contract/analytics.ts'
import type { ConversionInput, ConversionResponse } from '../../../contract/conversions.ts'
import { withQuery } from '../api.ts'
import { ownerGet, ownerSend } from './owner-api.ts'
import { useOwnerMutation } from './owner-mutation.ts'

export const analyticsQuery = (range: AnalyticsRange) =>
  queryOptions({
    queryKey: ['owner', '/api/analytics/summary', range],
    queryFn: () => ownerGet<AnalyticsSummary>(withQuery('/api/analytics/summary', range)),
    // The range before stays, dimmed, while the next is on its way.
    placeholderData: (before) => before,
  })

export const analyticsFile = (range: AnalyticsRange) => withQuery('/api/analytics.csv', range)

export function useRecordConversion() {
  return useOwnerMutation((input: ConversionInput, key) =>
    ownerSend<ConversionResponse>('POST', '/api/analytics/conversion', input, key),
  )
}

export function useDeleteConversion() {
  return useOwnerMutation((id: number, key) => ownerSend('DELETE', `/api/analytics/conversions/${id}`, undefined, key))
}
