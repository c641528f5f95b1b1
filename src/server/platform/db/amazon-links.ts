import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import type { Db } from './schema.ts'

/** Whether a text may have a link to Amazon: it names one of its hosts. Indexes of posts and products use the same expression. */
export function namesAmazon(db: Db, column: string): RawBuilder<SqlBool> {
  const find = dialectOf(db) === 'postgres' ? 'strpos' : 'instr'
  const parts = ['amazon.', '/amzn.', '/a.co/'].map((part) => `${find}(lower(${column}), '${part}') > 0`)
  return sql.raw(`(${parts.join(' or ')})`)
}

/** The columns of products and posts with links. */
export const linkColumns = { products: 'affiliate_link || facts', posts: 'content' } as const
