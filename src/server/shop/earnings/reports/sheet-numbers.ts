import { DAY_MS } from '../../../platform/durations.ts'
/** Numbers of a sheet that stand for dates. */

/** Whether a number format that every workbook has is one of a date or time, in any language. */
export function isDateFormatId(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
}

/** Whether `dd/mm/yyyy`, `[$-409]d-mmm-yy` and the like; quoted words and colours do not count. */
export function isDateFormat(code: string): boolean {
  const bare = code
    .split(';')[0]!
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  return /[dmyhs]/i.test(bare) && !/general/i.test(bare)
}

/** `2026-03-04`, `2026-03-04 13:04:05`, or `13:04:05` for a time alone; undefined for a number outside of the calendar. */
export function dateOfSerial(serial: number, isFrom1904: boolean): string | undefined {
  if (!(serial >= 0 && serial < 2_958_466)) return undefined
  const seconds = Math.round(serial * 86_400)
  // 1900 counts from 31 December 1899 and has a 29 February that did not exist.
  const epoch = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  const iso = new Date(epoch + seconds * 1000).toISOString()
  const time = iso.slice(11, 19)
  if (serial < 1) return time
  return (seconds * 1000) % DAY_MS === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`
}
