import type { DateWords } from '../platform/format-day.ts'

/** How dates are written, and the words of the choice in Settings. '' follows the language. */
export const dateStyles = {
  '': 'As usual in the language of the site',
  mdy: 'November 26, 2026',
  dmy: '26 November 2026',
  numeric: '26.11.2026',
}

export const clocks = { '': 'As usual in the language of the site', '12': '3:42 PM', '24': '15:42' }

/** The language of a site that chose none; its dates are those of the United States. */
export const DEFAULT_LANGUAGE = 'en'

type Region = { language: string; dateStyle: string; clock: string }

/** The part of the region that a page carries: nothing in English with `March 3, 2026` and `3:42 PM`. */
export type RegionWords = { language?: string; dates?: DateWords; clock?: '24' }

const US_PATTERN = '{m} {d}, {y}'
const numeric = '{dd}.{mm}.{y}'
/** With Gregorian years in Latin digits whatever the language. */
const localeOf = (language: string) => `${language}-u-ca-gregory-nu-latn`

const known = new Map<string, RegionWords>()

/** The region as pages carry it. Takes the months and their order from `Intl`, so only the server calls it. */
export function regionWords({ language, dateStyle, clock }: Region): RegionWords {
  const key = [language, dateStyle, clock].join(' ')
  const found = known.get(key) ?? toRegionWords({ language, dateStyle, clock })
  known.set(key, found)
  return found
}

function toRegionWords({ language, dateStyle, clock }: Region): RegionWords {
  const months = Array.from({ length: 12 }, (_, month) => partsOf(language, month).find(isMonth)?.value ?? '')
  const pattern = patternOf(language, dateStyle)
  const isUsual = pattern === US_PATTERN && language.split('-')[0] === 'en'
  return {
    ...(language === DEFAULT_LANGUAGE ? {} : { language }),
    ...(isUsual ? {} : { dates: { pattern, months: pattern === numeric ? [] : months } }),
    ...((clock || usualClock(language)) === '24' ? { clock: '24' } : {}),
  }
}

/** The order of a style, in the way of the language where that has this order. */
function patternOf(language: string, dateStyle: string): string {
  if (dateStyle === 'numeric') return numeric
  const usual = partsOf(language, 10)
    .map(({ type, value }) => ({ day: '{d}', month: '{m}', year: '{y}' })[type as string] ?? value)
    .join('')
  const first = /\{(\w)\}/.exec(usual)?.[1]
  if (dateStyle === '' || first === dateStyle[0]) return usual
  return dateStyle === 'mdy' ? US_PATTERN : '{d} {m} {y}'
}

function partsOf(language: string, month: number): Intl.DateTimeFormatPart[] {
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' })
  return format.formatToParts(Date.UTC(2026, month, 26))
}

const isMonth = ({ type }: Intl.DateTimeFormatPart) => type === 'month'

function usualClock(language: string): string {
  const { hourCycle } = new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions()
  return hourCycle === 'h12' || hourCycle === 'h11' ? '12' : '24'
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** The English name of a language; undefined if the code names no language. */
export function languageName(language: string): string | undefined {
  try {
    return languageNames.of(language)
  } catch {
    return undefined
  }
}

export const LANGUAGE_RULE = 'Please write a language code such as en, en-GB or de'

/** A BCP 47 tag in its canonical spelling, without extensions; undefined for any other text. */
export function languageTag(text: string): string | undefined {
  try {
    return new Intl.Locale(text.trim()).baseName
  } catch {
    return undefined
  }
}

/** As `languageTag`, but any other text is returned unchanged. */
export function canonicalLanguage(text: string): string {
  return languageTag(text) ?? text.trim()
}

/** The languages that Settings offers. */
export const languages = [
  ...['en', 'en-GB', 'en-AU', 'en-CA', 'en-IE', 'en-NZ', 'en-IN', 'en-ZA'],
  ...['de', 'de-AT', 'de-CH', 'fr', 'fr-CA', 'fr-CH', 'es', 'es-MX', 'it', 'nl', 'nl-BE', 'pt', 'pt-BR'],
  ...['da', 'nb', 'sv', 'fi', 'is', 'pl', 'cs', 'sk', 'hu', 'ro', 'bg', 'hr', 'sl', 'sr', 'et', 'lv', 'lt'],
  ...['el', 'tr', 'uk', 'ru', 'he', 'ar', 'fa', 'hi', 'id', 'ms', 'vi', 'th', 'ja', 'ko', 'zh-CN', 'zh-TW'],
]
