import { type CurrencyMark, readCurrencyMark } from '../../../../contract/shop/currency-marks.ts'

/** A header in `a`–`z` and `0`–`9` alone, and the currency that it names: `Ad Fees($)`, `Sale Amount (USD)`, `Commission USD`. */
export function readHeader(text: string): { key: string; currency: CurrencyMark | undefined } {
  const trimmed = text.trim()
  const [, before = '', mark = ''] =
    /^(.+?)\s*[([]\s*([^()[\]]{1,6})\s*[)\]]$/u.exec(trimmed) ?? /^(.+?)[\s_-]+([A-Z]{3}|\p{Sc})$/u.exec(trimmed) ?? []
  const currency = mark === '' ? undefined : readCurrencyMark(mark)
  if (currency) return { key: toKey(before), currency }
  const [, camel] = /^([a-z]\w*[a-z])Usd$/.exec(trimmed) ?? []
  if (camel !== undefined) return { key: toKey(camel), currency: { sign: 'USD', codes: ['USD'] } }
  return { key: toKey(trimmed), currency: undefined }
}

function toKey(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]/g, '')
}
