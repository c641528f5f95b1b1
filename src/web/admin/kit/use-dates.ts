import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useQueries } from '../../environment.tsx'

/** Formats timestamps (ISO 8601, UTC) for the admin: US style, in the site's time zone. */
export function useDates() {
  const { data: site } = useQuery(useQueries().site())
  const timeZone = site?.timeZone ?? 'UTC'
  return useMemo(() => {
    const day = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'long' })
    const moment = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'long', timeStyle: 'short' })
    const shortDay = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium' })
    const shortMoment = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' })
    const clock = new Intl.DateTimeFormat('en-US', { timeZone, timeStyle: 'short' })
    return {
      timeZone,
      /** March 10, 2026 */
      day: (time: string) => day.format(new Date(time)),
      /** March 10, 2026 at 3:42 PM */
      moment: (time: string) => moment.format(new Date(time)),
      /** Mar 10, 2026 */
      shortDay: (time: string) => shortDay.format(new Date(time)),
      /** Mar 10, 2026, 3:42 PM */
      shortMoment: (time: string) => shortMoment.format(new Date(time)),
      /** 3:42 PM for a timestamp of today, else as `moment`. */
      timeOrMoment: (time: string) => {
        const isToday = day.format(new Date(time)) === day.format(new Date())
        return (isToday ? clock : moment).format(new Date(time))
      },
    }
  }, [timeZone])
}
