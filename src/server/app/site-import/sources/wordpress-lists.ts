import { SourceError, type SourceRecord } from '../source-records.ts'
import { isRow, type JsonRow } from './json-rows.ts'
import { ApiFault, type WordPressApi } from './wordpress-api.ts'

/** The sizes of pages: one that cannot be read is read in smaller ones, so that one faulty item costs no others. */
const SIZES = [100, 10, 1] as const
/** Items of one list. */
const ITEMS_MAX = 200_000
/** Items of one list that cannot be read, after which the site counts as not readable. */
const UNREADABLE_MAX = 20

type List = {
  route: string
  fields: string
  /** Its name for the owner. */
  words: string
  /** Whether the import makes sense without it. */
  isOptional?: boolean
  toRecords: (row: JsonRow) => Iterable<SourceRecord>
}

/** Reads a list by its ids, so that what is published meanwhile comes last. Throws `SourceError`. */
export async function* readList(api: WordPressApi, list: List): AsyncGenerator<SourceRecord> {
  const { route, fields, words, isOptional = false, toRecords } = list
  const problem = (kind: 'unreadable' | 'left-out', item: string, text: string): SourceRecord => ({
    type: 'problem',
    kind,
    item,
    text,
  })
  const [size] = SIZES
  let unreadable = 0
  /** How many items there are, as far as is known. */
  let end = Number.POSITIVE_INFINITY
  let isSlow = false
  for (let page = 1; (page - 1) * size < end; page += 1) {
    if (page * size > ITEMS_MAX) {
      yield problem('left-out', words, `The site has more than ${ITEMS_MAX.toLocaleString('en-US')} ${words}.`)
      return
    }
    yield* readPage(page)
  }

  /** A page, or in its place the smaller pages of the same rows. */
  async function* readPage(page: number, level = 0): AsyncGenerator<SourceRecord> {
    const perPage = SIZES[level]!
    const first = (page - 1) * perPage
    if (first >= end) return
    if (isSlow && level === 0) return yield* readParts(page, level)
    try {
      const query = { per_page: perPage, page, orderby: 'id', order: 'asc', _fields: fields }
      const { value, total } = await api.read(route, query)
      if (!Array.isArray(value)) throw new ApiFault('its response is not a list')
      end = Number.isNaN(total) ? (value.length === 0 ? first : end) : total
      for (const row of value.filter(isRow)) yield* toRecords(row)
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault
      const { status = 0, message } = fault
      // A page after the last one.
      if (status === 400 && first > 0) end = Math.min(end, first)
      else if (status >= 400 && status < 429) {
        const text = `The ${words} of the site cannot be read: ${message}.`
        if (!isOptional) throw new SourceError(text)
        end = first
        yield problem('unreadable', words, text)
      } else if (level + 1 < SIZES.length) {
        // Another large page would only take as long.
        isSlow ||= fault.isSilent
        yield* readParts(page, level)
      } else {
        unreadable += 1
        if (unreadable > UNREADABLE_MAX || fault.isSilent)
          throw new SourceError(`The ${words} of the site cannot all be read: ${message}. Please try again later.`)
        const number = page.toLocaleString('en-US')
        yield problem(
          'unreadable',
          `${words} ${number}`,
          `Number ${number} of the ${words} cannot be read: ${message}.`,
        )
      }
    }
  }

  async function* readParts(page: number, level: number): AsyncGenerator<SourceRecord> {
    const parts = SIZES[level]! / SIZES[level + 1]!
    for (let part = 1; part <= parts; part += 1) yield* readPage((page - 1) * parts + part, level + 1)
  }
}
