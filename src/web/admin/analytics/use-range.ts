import { useQuery } from '@tanstack/react-query'
import { dayIn } from '../../../contract/platform/days.ts'
import { type AnalyticsRange, rangeOf } from '../../../contract/shop/analytics.ts'
import { useQueries } from '../../environment.tsx'
import { useRouter } from '../../lib/router.tsx'

export type RangeState = AnalyticsRange & {
  today: string
  change: (range: AnalyticsRange) => void
}

/** The range that is shown. It stands in the address, but for the usual one: that moves on with the days. */
export function useRange(): RangeState {
  const { pathname, query, navigate } = useRouter()
  const { data: site } = useQuery(useQueries().site())
  const today = dayIn(site?.timeZone ?? 'UTC', new Date())
  const usual = rangeOf({}, today)
  const shown = rangeOf(
    { startDate: query.get('startDate') || undefined, endDate: query.get('endDate') || undefined },
    today,
  )
  return {
    ...shown,
    today,
    change: (range) => {
      const isUsual = range.startDate === usual.startDate && range.endDate === usual.endDate
      navigate(isUsual ? pathname : `${pathname}?${new URLSearchParams(range)}`, { replace: true, stay: true })
    },
  }
}
