import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ownerFormats } from '../../../contract/accounts/owner-formats.ts'
import { useQueries } from '../../environment.tsx'

/** Formats timestamps (ISO 8601, UTC) for the admin, in the site's time zone and the owner's style of dates and times. */
export function useDates() {
  const { data: site } = useQuery(useQueries().site())
  const { timeZone = 'UTC', dates, clock } = site ?? {}
  return useMemo(() => ownerFormats({ timeZone, dates, clock }), [timeZone, dates, clock])
}
