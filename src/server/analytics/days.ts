const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day of a moment in a time zone, as `YYYY-MM-DD`. */
export function dayIn(timeZone: string, moment: Date): string {
  let format = formats.get(timeZone)
  if (!format) {
    // Sweden writes dates the ISO way.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
    formats.set(timeZone, format)
  }
  return format.format(moment)
}
