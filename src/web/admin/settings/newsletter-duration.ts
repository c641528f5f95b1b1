import type { NewsletterLimits } from '../../../contract/audience/newsletters.ts'

const HOUR = 60 * 60
const DAY = 24 * HOUR

/** How long a number of newsletters takes at least, in words. */
export function describeDuration(newsletters: number, { perSecond, perHour, perDay }: NewsletterLimits): string {
  if (perSecond === null && perHour === null && perDay === null) return 'as long as the mail server needs'
  // The first hour and the first day may use up their limit at once.
  const seconds = Math.max(
    perSecond === null ? 0 : newsletters / perSecond,
    perHour === null ? 0 : (Math.ceil(newsletters / perHour) - 1) * HOUR,
    perDay === null ? 0 : (Math.ceil(newsletters / perDay) - 1) * DAY,
  )
  if (seconds >= DAY) return `about ${counted(Math.ceil(seconds / DAY), 'day')}`
  if (seconds >= HOUR) return `about ${counted(Math.ceil(seconds / HOUR), 'hour')}`
  return seconds >= 60 ? `about ${counted(Math.ceil(seconds / 60), 'minute')}` : 'less than a minute'
}

const counted = (number: number, unit: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? unit : `${unit}s`}`
