import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

export type StatementNames = {
  /** The name under which a statement is prepared; undefined for one that is rarely used. */
  find(sql: string): string | undefined
}

/** Statements with a name at most. Those of lists with a variable number of parameters do not displace the frequent ones. */
const NAMES_MAX = 200
const USES_BEFORE_NAME = 3
const CANDIDATES_MAX = 1000
/** Characters of a statement worth preparing. */
const LENGTH_MAX = 20_000

/** One statement on rows; several in one text cannot be prepared. */
const PREPARABLE = /^\s*(?:select|with|insert|update|delete)\b[^;]*$/i

/** Names for the statements that a process repeats: parsing and planning cost several times a short query. */
export function createStatementNames(): StatementNames {
  const names = new LRUCache<string, string>({ max: NAMES_MAX })
  const uses = new LRUCache<string, number>({ max: CANDIDATES_MAX })
  return {
    find(sql) {
      const known = names.get(sql)
      if (known !== undefined || sql.length > LENGTH_MAX || !PREPARABLE.test(sql)) return known
      const count = (uses.get(sql) ?? 0) + 1
      if (count < USES_BEFORE_NAME) {
        uses.set(sql, count)
        return undefined
      }
      uses.delete(sql)
      const name = `d${createHash('sha256').update(sql).digest('base64url').slice(0, 20)}`
      names.set(sql, name)
      return name
    },
  }
}
