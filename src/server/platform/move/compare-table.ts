import { createHash } from 'node:crypto'
import { compareKeys, readOrdered, type TableShape, type Values } from '../db/ordered-rows.ts'
import type { Db } from '../db/schema.ts'

/** A row of the source that the target lacks, one that only the target has, or both versions of a row that differs. */
export type Difference = { source?: Values; target?: Values }

export type Comparison = { source: Contents; target: Contents; differences: number }

/** A table that was copied and then compared. */
export type MovedTable = Comparison & { table: string }

type Contents = { rows: number; sha256: string }

type CompareOptions = {
  source: Db
  target: Db
  /** Receives the differences of some batches; awaited. */
  take?: (differences: Difference[]) => Promise<void>
  /** Number of rows of the source that were read. */
  onRows?: (rows: number) => void
}

/** Compares a table in two databases row by row, in the order of its key. Both are snapshots. */
export async function compareTable(
  shape: TableShape,
  { source, target, take = async () => {}, onRows = () => {} }: CompareOptions,
): Promise<Comparison> {
  const [from, to] = [createReader(source, shape), createReader(target, shape)]
  let count = 0
  let found: Difference[] = []
  for (;;) {
    if (from.isEmpty()) onRows(await from.load())
    if (to.isEmpty()) await to.load()
    if (from.isAtEnd() && to.isAtEnd()) break
    while (from.isReady() && to.isReady()) {
      const [a, b] = [from.row(), to.row()]
      if (!a && !b) break
      const order = !a ? 1 : !b ? -1 : compareKeys(shape, a, b)
      const isSame = order === 0 && from.text() === to.text()
      if (!isSame) {
        if (order < 0) found.push({ source: a })
        else if (order > 0) found.push({ target: b })
        else found.push({ source: a, target: b })
      }
      if (order <= 0) from.next()
      if (order >= 0) to.next()
    }
    count += found.length
    if (found.length > 0) await take(found)
    found = []
  }
  return { source: from.contents(), target: to.contents(), differences: count }
}

/** Reads a table in batches and hashes the canonical text of each row. */
function createReader(db: Db, shape: TableShape) {
  const batches = readOrdered(db, shape)
  const hash = createHash('sha256')
  let rows: Values[] = []
  let texts: string[] = []
  let index = 0
  let count = 0
  let isDone = false
  return {
    isEmpty: () => index >= rows.length && !isDone,
    isAtEnd: () => index >= rows.length && isDone,
    /** Whether the current row is known: it is loaded, or all rows have been read. */
    isReady: () => index < rows.length || isDone,
    row: (): Values | undefined => rows[index],
    text: () => texts[index],
    next() {
      index += 1
    },
    async load(): Promise<number> {
      const result = await batches.next()
      isDone = result.done === true
      rows = result.done ? [] : result.value
      texts = rows.map((row) => JSON.stringify(row))
      index = 0
      count += rows.length
      if (texts.length > 0) hash.update(`${texts.join('\n')}\n`)
      return rows.length
    },
    contents: (): Contents => ({ rows: count, sha256: hash.digest('hex') }),
  }
}
