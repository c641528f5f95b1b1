import { STATUS_TEXT_MAX, type StatusMeaning, type StatusQuestion } from '../../../contract/audience/subscriber-list.ts'
import type { Frequency } from '../../../contract/audience/subscribers.ts'
import type { StatusColumn } from './status-columns.ts'

/** A reader of a file; 'open': the owner has to decide whether they get mail. */
export type FileRow = {
  line: number
  email: string
  name: string | null
  tags: string[]
  state: 'subscribed' | 'left' | 'suppressed' | 'open'
  /** The cells by which they left, such as `Status: Unsubscribed`. */
  said: string[]
  /** The cells that say how and since when they agreed. */
  agreed: string[]
  frequency: Frequency
}

/** A cell that nothing but a decision of the owner explains. */
type Unknown = { column: string; value: string }

/** A row with what its cells say, before the owner's decisions. */
export type StatedRow = Omit<FileRow, 'state'> & {
  state: Exclude<FileRow['state'], 'open'>
  unknown: Unknown[]
}

/** Values of a column with a question each; with more, there is one question about all of them. */
const VALUES_MAX = 12

export function statedBy(cells: string[], columns: StatusColumn[]): Pick<StatedRow, 'state' | 'unknown' | 'said'> {
  const readings = columns.map((column) => {
    const value = cells[column.column] ?? ''
    return { column: column.header.slice(0, STATUS_TEXT_MAX), value, reading: column.read(value) }
  })
  const says = (state: string) => readings.some(({ reading }) => reading === state)
  const isOpen = ({ reading }: (typeof readings)[number]) =>
    reading === 'unknown' || (reading === 'silent-if-subscribed' && !says('subscribed'))
  return {
    state: (['suppressed', 'left'] as const).find(says) ?? 'subscribed',
    unknown: readings.filter(isOpen).map(({ column, value }) => ({ column, value: value.slice(0, STATUS_TEXT_MAX) })),
    said: readings.filter(({ reading }) => reading === 'left' || reading === 'suppressed').map(quoteUnknown),
  }
}

const quoteUnknown = ({ column, value }: Unknown) => `${column}: ${value.slice(0, STATUS_TEXT_MAX)}`

/** Two rows of one address: the first one, with the state of whichever gets no mail. */
export function withState(first: StatedRow | undefined, next: StatedRow): StatedRow {
  if (!first) return next
  const states = [first.state, next.state]
  return {
    ...first,
    state: (['suppressed', 'left'] as const).find((state) => states.includes(state)) ?? 'subscribed',
    unknown: [...first.unknown, ...next.unknown],
    said: [...first.said, ...next.said],
  }
}

/** The rows with the owner's decisions, and the questions about those that nothing else in the file keeps out. */
export function decideStates(
  stated: StatedRow[],
  meanings: StatusMeaning[],
): { rows: FileRow[]; questions: StatusQuestion[] } {
  const isAsOne = columnsWithOneQuestion(stated)
  const toKey = (column: string, value: string | null) => JSON.stringify([column, value])
  const decided = new Map(meanings.map(({ column, value, meaning }) => [toKey(column, value), meaning]))
  const questions = new Map<string, StatusQuestion>()
  const rows = stated.map(({ unknown, ...row }): FileRow => {
    if (row.state !== 'subscribed') return row
    const byKey = new Map(
      unknown.map(({ column, value }) => {
        const shown = isAsOne.has(column) ? null : value
        return [toKey(column, shown), { column, value: shown }]
      }),
    )
    for (const [key, question] of byKey) {
      const { rows: count = 0 } = questions.get(key) ?? {}
      questions.set(key, { ...question, rows: count + 1, meaning: decided.get(key) ?? null })
    }
    const keys = [...byKey.keys()]
    if (keys.some((key) => decided.get(key) === 'left'))
      return { ...row, state: 'left', said: unknown.map(quoteUnknown) }
    return keys.every((key) => decided.has(key)) ? row : { ...row, state: 'open' }
  })
  return { rows, questions: [...questions.values()] }
}

function columnsWithOneQuestion(stated: StatedRow[]): Set<string> {
  const values = new Map<string, Set<string>>()
  for (const { unknown, state } of stated) {
    if (state !== 'subscribed') continue
    for (const { column, value } of unknown) values.set(column, (values.get(column) ?? new Set()).add(value))
  }
  return new Set([...values].filter(([, found]) => found.size > VALUES_MAX).map(([column]) => column))
}
