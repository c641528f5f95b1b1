import { isPlaceholder, parseYesNoCell } from './product-cells.ts'
import { type OtherShop, type ProductFacts, sizeUnits, skinTypes, waysObtained } from './product-facts.ts'
import type { Column, ParsedCell } from './product-fields.ts'

/** A column of the CSV file for a fact. An empty cell clears the fact; a file without the column keeps it. */
export type FactColumn<Value> = Pick<Column, 'headers'> & {
  parseCell: (cell: string) => ParsedCell<Value>
  printCell: (value: Value) => string | number
}

const text = (...headers: string[]): FactColumn<string> => ({
  headers,
  parseCell: (cell) => ({ value: cell.trim() }),
  printCell: (value) => value,
})

const number = (...headers: string[]): FactColumn<number | null> => ({
  headers,
  parseCell: parseNumberCell,
  printCell: (value) => value ?? '',
})

const texts = (...headers: string[]): FactColumn<string[]> => ({
  headers,
  parseCell: (cell) => ({ value: splitCell(cell, '|') }),
  printCell: (items) => joinCell(items, '|'),
})

/** Yes, no, or null for not known. */
const known = (...headers: string[]): FactColumn<boolean | null> => ({
  headers,
  parseCell: (cell) => {
    if (isPlaceholder(cell) || /^(?:not known|unknown|\?)$/i.test(cell.trim())) return { value: null }
    return parseYesNoCell(cell)
  },
  printCell: (value) => (value === null ? '' : value ? 'yes' : 'no'),
})

/** One of some words, in any case. */
function choice<Word extends string>(words: readonly Word[], blank: Word, headers: string[]): FactColumn<Word> {
  return {
    headers,
    parseCell: (cell) => {
      if (isPlaceholder(cell)) return { value: blank }
      const word = findWord(words, cell)
      return word === undefined ? { fault: notOneOf(cell, words) } : { value: word }
    },
    printCell: (value) => value,
  }
}

export const factColumns: { [Name in keyof ProductFacts]: FactColumn<ProductFacts[Name]> } = {
  brand: text('brand', 'brandname', 'brands', 'vendor', 'manufacturer', 'maker'),
  sizeAmount: number('sizeamount', 'size', 'netcontent', 'netcontents', 'contents', 'volume'),
  sizeUnit: choice(sizeUnits, 'ml', ['sizeunit', 'unit', 'unitofmeasure', 'volumeunit']),
  shopName: text('shopname', 'shop', 'store', 'storename', 'retailer', 'merchant', 'merchantname', 'seller'),
  priceCheckedOn: {
    headers: ['pricecheckedon', 'pricechecked', 'pricedate', 'checkedon', 'lastchecked'],
    parseCell: parseDayCell,
    printCell: (value) => value,
  },
  otherShops: {
    headers: ['othershops', 'moreshops', 'shops', 'retailers'],
    parseCell: parseShopsCell,
    printCell: (shops) =>
      joinCell(
        shops.map(({ name, link, price, currency, checkedOn }) =>
          joinCell([name, link, price, currency, checkedOn], ';'),
        ),
        '|',
      ),
  },
  keyIngredients: texts('keyingredients', 'ingredients', 'activeingredients', 'actives', 'mainingredients'),
  skinTypes: {
    headers: ['skintypes', 'skintype', 'suitableskintypes', 'skin'],
    parseCell: parseSkinTypesCell,
    printCell: (types) => joinCell(types, '|'),
  },
  concerns: texts('concerns', 'concern', 'skinconcerns', 'skinconcern'),
  texture: text('texture', 'consistency', 'formulation'),
  fragranceFree: known('fragrancefree', 'perfumefree', 'unscented'),
  alcoholFree: known('alcoholfree'),
  vegan: known('vegan', 'isvegan'),
  crueltyFree: known('crueltyfree', 'iscrueltyfree', 'leapingbunny'),
  spf: number('spf', 'sunprotectionfactor'),
  comedogenicNote: text('comedogenicnote', 'comedogenic', 'comedogenicity'),
  rating: number('rating', 'yourrating', 'myrating', 'ownrating'),
  verdict: text('verdict', 'verdictinaline', 'onelineverdict', 'tagline'),
  forWhom: text('forwhom', 'goodfor', 'bestfor'),
  notForWhom: text('notforwhom', 'notfor', 'avoidif'),
  pros: texts('pros', 'likes', 'advantages', 'positives'),
  cons: texts('cons', 'dislikes', 'disadvantages', 'negatives'),
  testedWeeks: number('testedweeks', 'testedforweeks', 'weekstested'),
  obtained: choice([...waysObtained, ''], '', ['obtained', 'disclosedas', 'disclosure', 'howobtained']),
  moreImages: texts('moreimages', 'additionalimages', 'additionalimagelink', 'gallery', 'galleryimages'),
  fallbackUrl: text('fallbackurl', 'fallbacklink', 'fallback', 'backuplink', 'backupurl'),
}

function parseNumberCell(cell: string): ParsedCell<number | null> {
  const written = cell.trim()
  if (isPlaceholder(written)) return { value: null }
  if (!/^\d{1,12}(?:[.,]\d{1,20})?$/.test(written)) return { fault: `“${short(written)}” is not a number` }
  return { value: Number(written.replace(',', '.')) }
}

/** An ISO date, or the US notation that spreadsheet programs make of it. */
function parseDayCell(cell: string): ParsedCell<string> {
  const written = cell.trim()
  if (isPlaceholder(written)) return { value: '' }
  const [, month = '', day = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(written) ?? []
  const iso = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : written
  if (isDay(iso)) return { value: iso }
  return { fault: `“${short(written)}” is not a date like 2026-01-31` }
}

function isDay(iso: string): boolean {
  return /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(iso)
}

function parseSkinTypesCell(cell: string): ParsedCell<ProductFacts['skinTypes']> {
  const found: ProductFacts['skinTypes'] = []
  for (const word of splitCell(cell, cell.includes('|') ? '|' : ',')) {
    const type = findWord(skinTypes, word.replace(/ skin$/i, ''))
    if (type === undefined) return { fault: notOneOf(word, skinTypes) }
    if (!found.includes(type)) found.push(type)
  }
  return { value: found }
}

/** `name; link; price; currency; date` of each shop; the last three may be missing. */
function parseShopsCell(cell: string): ParsedCell<OtherShop[]> {
  const shops: OtherShop[] = []
  for (const item of splitCell(cell, '|')) {
    const [name = '', link = '', price = '', currency = '', date = '', ...rest] = splitParts(item, ';')
    if (name === '' || link === '' || rest.length > 0)
      return { fault: `“${short(item)}” is not a shop like “Name; https://shop.example; 12.00; USD; 2026-01-31”` }
    const { value: checkedOn = '', fault } = parseDayCell(date)
    if (fault) return { fault }
    shops.push({ name, link, price, currency: currency || 'USD', checkedOn })
  }
  return { value: shops }
}

function findWord<Word extends string>(words: readonly Word[], cell: string): Word | undefined {
  return words.find((word) => word !== '' && word === cell.trim().toLowerCase())
}

function notOneOf(cell: string, words: readonly string[]): string {
  return `“${short(cell.trim())}” is none of ${words.filter((word) => word !== '').join(', ')}`
}

const short = (written: string) => (written.length > 60 ? `${written.slice(0, 60).toWellFormed()}…` : written)

/** Items with ` | ` between them; the separator within an item has a backslash before it. */
function joinCell(items: readonly string[], separator: '|' | ';'): string {
  const escaped = items.map((item) => item.replaceAll('\\', '\\\\').replaceAll(separator, `\\${separator}`))
  return escaped.join(separator === '|' ? ' | ' : '; ')
}

/** The items that are not empty. */
function splitCell(cell: string, separator: '|' | ','): string[] {
  return splitParts(cell, separator).filter((part) => part !== '')
}

/** The trimmed parts between separators without a backslash before them. */
function splitParts(cell: string, separator: '|' | ';' | ','): string[] {
  const parts = ['']
  for (let at = 0; at < cell.length; at += 1) {
    const character = cell.charAt(at)
    const next = cell[at + 1]
    if (character === separator) parts.push('')
    else if (character === '\\' && (next === '\\' || next === separator)) {
      parts[parts.length - 1] += next
      at += 1
    } else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim())
}
