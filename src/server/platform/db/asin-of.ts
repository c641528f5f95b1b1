import { type RawBuilder, sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import type { Db } from './schema.ts'

/** The ASIN or ISBN in an Amazon link (`/dp/` or `/gp/product/`); null in others. An index of products is on it. */
export function asinOf(db: Db, column: string): RawBuilder<string | null> {
  const find = dialectOf(db) === 'postgres' ? 'strpos' : 'instr'
  const cases = ['/dp/', '/gp/product/'].map((part) => {
    const at = `${find}(${column}, '${part}')`
    return `when ${at} > 0 then substr(${column}, ${at} + ${part.length}, 10)`
  })
  return sql.raw(`case ${cases.join(' ')} end`)
}
