import { sql } from 'kysely'
import { dialectOf } from '../dialect.ts'
import type { PhasedMigration } from '../migration-phase.ts'
import { postgresText, searchedColumns, searchedFields } from '../search-fields.ts'
import { createFoldIndex, foldedTables } from '../search-fold-index.ts'
import { createFoldSql } from '../search-folds.ts'
import { searchVectorSql } from '../search-words.ts'
import { addVectors, computeVectors, lowerOf, type VectorColumn } from './0018-search-words.ts'
import type { AnyDb } from './columns.ts'

/**
 * A second index of posts and products, of folded texts: what is spelled differently from what is typed. It runs before
 * migrations that lock posts, since all are one transaction and the texts take seconds.
 */
export const searchFolds: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    if (dialectOf(db) === 'sqlite') {
      for (const statement of foldedTables.flatMap(createFoldIndex)) await run(db, statement)
      return
    }
    for (const statement of createFoldSql(await lowerOf(db))) await run(db, statement)
    for (const column of columns) await computeVectors(db, column)
    for (const column of columns) await addVectors(db, column)
  },
}

const columns = foldedTables.map(
  (table): VectorColumn => ({
    table,
    name: 'search_folds',
    sources: searchedColumns(table),
    vectorOf: (row) =>
      searchVectorSql(
        searchedFields[table].map((field) => [`search_folds_of(${postgresText(field, row)})`, field.weight]),
      ),
  }),
)

async function run(db: AnyDb, statement: string): Promise<void> {
  await sql.raw(statement).execute(db)
}
