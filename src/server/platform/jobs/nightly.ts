import { addDays, dayIn } from '../../../contract/platform/days.ts'
import { timeOfDay } from '../start-of-day.ts'

/** The next time after `after` that is `time` (`HH:MM`) in a time zone. */
export function nextNight(timeZone: string, time: string, after: Date): Date {
  const at = (day: string) => timeOfDay(timeZone, day, time)
  const today = dayIn(timeZone, after)
  const tonight = at(today)
  return tonight > after ? tonight : at(addDays(today, 1))
}
