/** Cells of an imported CSV file as values: with neither value nor fault the cell is empty. */

export function parseWholeNumberCell(cell: string): { value?: number; fault?: string } {
  const text = cell.trim()
  if (text === '') return {}
  return /^[1-9]\d{0,8}$/.test(text) ? { value: Number(text) } : { fault: `“${text}” is not a whole number from 1` }
}

export function parseYesNoCell(cell: string): { value?: boolean; fault?: string } {
  const text = cell.trim()
  const word = text.toLowerCase()
  if (word === '') return {}
  if (['yes', 'true', '1', 'active', 'y', 'on', 'published'].includes(word)) return { value: true }
  if (['no', 'false', '0', 'inactive', 'n', 'off', 'draft'].includes(word)) return { value: false }
  return { fault: `“${text}” is neither yes nor no` }
}

export function parseUppercaseCell(cell: string): { value?: string } {
  const text = cell.trim().toUpperCase()
  return text === '' ? {} : { value: text }
}

/** `$1,234.50`, `1.234,50 €` and `24,5` as `1234.50`, `1234.50` and `24.5`; another text stays as it is. */
export function parsePriceCell(cell: string): { value: string } {
  const bare = cell.trim().replace(/^(?:[A-Z]{3}|\p{Sc})\s*|\s*(?:[A-Z]{3}|\p{Sc})$/gu, '')
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/.test(bare)) return { value: bare.replaceAll(',', '') }
  if (/^\d{1,3}(?:\.\d{3})+,\d{1,2}$/.test(bare)) return { value: bare.replaceAll('.', '').replace(',', '.') }
  if (/^\d+,\d{1,2}$/.test(bare)) return { value: bare.replace(',', '.') }
  return { value: bare }
}
