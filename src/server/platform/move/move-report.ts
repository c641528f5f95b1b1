import { sql } from 'kysely'
import { firstRow } from '../db/first-row.ts'
import type { Db } from '../db/schema.ts'
import type { TableName } from '../db/schema-tables.ts'
import type { MovedTable } from './compare-table.ts'

/** Receives the progress of a move. */
export type MoveReport = {
  /** A table begins; the result is called with the number of rows of each batch. */
  table(db: Db, table: TableName): Promise<(rows: number) => void>
  /** From now on writes are rejected. */
  holding(): void
  verified(tables: readonly MovedTable[]): void
}

/** Milliseconds between two lines about one table. */
const EVERY_MS = 2000

/** Prints a line for each table that takes longer than a moment: rows, percent and rows per second. */
export function printReport(print: (line: string) => void): MoveReport {
  let heldAt = 0
  return {
    async table(db, table) {
      const { count: rows } = await firstRow(
        db,
        sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`,
      )
      const total = Number(rows)
      const startedAt = performance.now()
      let [done, printedAt] = [0, startedAt]
      return (count) => {
        done += count
        const now = performance.now()
        const isEnd = done >= total && count > 0
        if (!isEnd && now - printedAt < EVERY_MS) return
        printedAt = now
        const perSecond = Math.round((done / Math.max(1, now - startedAt)) * 1000)
        const percent = Math.min(100, Math.floor((done / Math.max(1, total)) * 100))
        if (count > 0)
          print(`${table}: ${number(done)} of ${number(total)} rows, ${percent}%, ${number(perSecond)} rows/s`)
      }
    },
    holding() {
      heldAt = performance.now()
      print(
        'All rows are copied. Writes are rejected from now on, while changes of the last minutes are copied and verified.',
      )
    },
    verified(tables) {
      print(`Compared after ${((performance.now() - heldAt) / 1000).toFixed(1)} s without writes:`)
      const lines = tables.map(({ table, source, target }) => [
        table,
        number(source.rows),
        number(target.rows),
        source.sha256.slice(0, 16),
        target.sha256.slice(0, 16),
        source.rows === target.rows && source.sha256 === target.sha256 ? 'equal' : 'DIFFERENT',
      ])
      const header = ['table', 'rows here', 'rows there', 'checksum here', 'checksum there', '']
      const all = [header, ...lines]
      const widths = header.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)))
      for (const line of all)
        print(
          line
            .map((cell, column) => cell.padEnd(widths[column] ?? 0))
            .join('  ')
            .trimEnd(),
        )
    },
  }
}

const number = (value: number) => value.toLocaleString('en-US')
