import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatPrice } from '../../../contract/shop/format-price.ts'
import { useQueries } from '../../environment.tsx'

const whole = new Intl.NumberFormat('en-US')
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

export const formatCount = (count: number) => whole.format(count)
/** Formats a count for an axis: 1.2K */
export const formatShort = (count: number) => short.format(count)
export const formatPart = (part: number, all: number) => percent.format(all === 0 ? 0 : part / all)

/** Writes revenue in the currency that it is counted in. */
export function useRevenueFormat(): (amount: string | number) => string {
  const { data: site } = useQuery(useQueries().site())
  const currency = site?.currency ?? 'USD'
  return useMemo(() => (amount) => formatPrice(String(amount), currency), [currency])
}
