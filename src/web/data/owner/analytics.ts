import {
  type AnalyticsRange,
  type AnalyticsSummary,
  exportAnalytics,
  findAnalyticsSummary,
} from '../../../contract/shop/analytics.ts'
import { deleteConversion, recordConversion } from '../../../contract/shop/conversions.ts'
import { urlOf } from '../call.ts'
import { ownerQuery, useOwnerWrite } from './owner-call.ts'

export const analyticsQuery = (range: AnalyticsRange) => ({
  ...ownerQuery(findAnalyticsSummary, { query: range }),
  // The previous range stays, dimmed, until the next one has arrived.
  placeholderData: (previous: AnalyticsSummary | undefined) => previous,
})

export const analyticsFileHref = (range: AnalyticsRange) => urlOf(exportAnalytics, { query: range })

export const useRecordConversion = () => useOwnerWrite(recordConversion)

export const useDeleteConversion = () => useOwnerWrite(deleteConversion)
