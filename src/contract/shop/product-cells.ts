/** Cells of an imported CSV file as values: with neither value nor fault the cell is empty. */

/** An empty cell, or what programs write for one. */
export function isPlaceholder(cell: string): boolean {
  return /^(?:n\/?a|#n\/a|nan|none|null|nil|undefined|[-–—]+)?$/i.test(cell.trim())
}

export function parseWholeNumberCell(cell: string): { value?: number; fault?: string } {
  const text = cell.trim()
  if (isPlaceholder(text)) return {}
  return /^[1-9]\d{0,8}$/.test(text) ? { value: Number(text) } : { fault: `“${text}” is not a whole number from 1` }
}

/** German, French and Spanish. */
const foreignYes = ['ja', 'aktiv', 'oui', 'actif', 'sí', 'si', 'activo']
const foreignNo = ['nein', 'inaktiv', 'non', 'inactif', 'inactivo']

/** `Published` of a draft and of a private product. */
const wooCommerceHidden = ['-1', 'private']

export function parseYesNoCell(cell: string): { value?: boolean; fault?: string } {
  const text = cell.trim()
  const word = text.toLowerCase()
  if (isPlaceholder(text)) return {}
  if (['yes', 'true', '1', 'active', 'y', 'on', 'published', ...foreignYes].includes(word)) return { value: true }
  if (
    [
      'no',
      'false',
      '0',
      'inactive',
      'n',
      'off',
      'draft',
      'archived',
      'unpublished',
      ...wooCommerceHidden,
      ...foreignNo,
    ].includes(word)
  )
    return { value: false }
  return { fault: `“${text}” is neither yes nor no` }
}

/** The product keeps its link where the file has none. */
export function parseLinkCell(cell: string): { value?: string } {
  return isPlaceholder(cell) ? {} : { value: cell }
}

/**
 * `N/A` and the like stand for no picture, like an empty cell. Of several URLs, as WooCommerce lists them, the first is the
 * picture and the others are `more`.
 */
export function parseImageCell(cell: string): { value: string; more?: string[] } {
  if (isPlaceholder(cell) || /^no (?:image|picture|photo)$/i.test(cell.trim())) return { value: '' }
  const [value = '', ...more] = cell.split(/\s*[,|]\s*(?=https?:\/\/)/i).map((url) => url.trim())
  return more.length > 0 ? { value, more } : { value: cell }
}

/** A time in ISO 8601, in ms since the epoch. */
export function parseTimeCell(cell: string): { value?: number } {
  const text = cell.trim()
  const time = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? {} : { value: time }
}
