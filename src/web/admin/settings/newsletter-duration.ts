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
  if (seconds < 60) return 'less than a minute'
  return `about ${seconds >= DAY ? inUnits(seconds, [DAY, 'day'], [HOUR, 'hour']) : inUnits(seconds, [HOUR, 'hour'], [60, 'minute'])}`
}

type Unit = [seconds: number, name: string]

/** In two units, the second one rounded up; the first is left out where it is 0. */
function inUnits(seconds: number, [large, largeName]: Unit, [small, smallName]: Unit): string {
  const total = Math.ceil(seconds / small)
  const [first, rest] = [Math.floor((total * small) / large), total % (large / small)]
  const parts = [first > 0 && counted(first, largeName), rest > 0 && counted(rest, smallName)]
  return parts.filter(Boolean).join(' ')
}

const counted = (number: number, unit: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? unit : `${unit}s`}`
