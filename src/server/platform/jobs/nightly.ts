import { TZDate } from '@date-fns/tz'
import { addDays, dayIn } from '../../../contract/platform/days.ts'

/** The next time after `after` that is `time` (`HH:MM`) in a time zone. */
export function nextNight(timeZone: string, time: string, after: Date): Date {
  const [hours, minutes] = time.split(':').map(Number)
  const at = (day: string) => {
    const [year, month, date] = day.split('-').map(Number)
    return new Date(new TZDate(year!, month! - 1, date!, hours!, minutes!, timeZone).getTime())
  }
  const today = dayIn(timeZone, after)
  const tonight = at(today)
  return tonight > after ? tonight : at(addDays(today, 1))
}
