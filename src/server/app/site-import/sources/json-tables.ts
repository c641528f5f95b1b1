import { Tokenizer, TokenParser, TokenType } from '@streamparser/json'
import type { ExportFile } from '../export-file.ts'
import { SourceError } from '../source-records.ts'

/** An element of a list in a JSON document; `value` is absent at the start of the list, which may be empty. */
export type TableRow = {
  /** Tells databases of one document apart. */
  database: string
  table: string
  value?: unknown
}

type Level = {
  /** That of the property whose value is read, or the position in a list. */
  key: string | number
  isList: boolean
  /** The table of a list whose elements are rows. */
  table?: Pick<TableRow, 'database' | 'table'>
}

/**
 * Reads the lists of a JSON document row by row: `{"db":[{"meta":…,"data":{"posts":[…]}}]}`, where `db` may be missing or no list, and
 * `data` may be missing as well. Throws `SourceError` if it is malformed.
 */
export async function* readJsonTables(file: ExportFile): AsyncGenerator<TableRow> {
  const damaged = () => new SourceError(`“${file.name}” is cut off or damaged: it is not valid JSON.`)
  const rows: TableRow[] = []
  const tokenizer = new Tokenizer({ stringBufferSize: 64 * 1024 })
  const walk = walkTokens((row) => rows.push(row))
  tokenizer.onToken = walk.take
  // Invalid UTF-8 costs a character, not the document.
  const decoder = new TextDecoder()
  const write = (text: string) => {
    try {
      tokenizer.write(text)
    } catch {
      throw damaged()
    }
  }
  for await (const chunk of file.open()) {
    write(decoder.decode(chunk, { stream: true }))
    yield* rows.splice(0)
  }
  write(decoder.decode())
  if (!walk.isComplete()) throw damaged()
}

type Token = Parameters<Tokenizer['onToken']>[0]

/** Keeps the path of what is read, and builds nothing but rows. */
function walkTokens(onRow: (row: TableRow) => void) {
  const levels: Level[] = []
  let text = ''
  let hasStarted = false
  let row: TokenParser | undefined

  function take(info: Token): void {
    if (hasStarted && levels.length === 0) throw new Error('The document goes on behind its end')
    hasStarted = true
    const { token, value } = info
    const level = levels.at(-1)
    if (row) row.write(info)
    else if (token === TokenType.COLON && level) level.key = text
    else if (token === TokenType.COMMA) nextIn(level)
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) levels.pop()
    else if (level?.table) beginRow(level.table, info)
    else if (token === TokenType.STRING) text = String(value)
    else if (token === TokenType.LEFT_BRACE) levels.push({ key: '', isList: false })
    else if (token === TokenType.LEFT_BRACKET) beginList()
  }

  function nextIn(level: Level | undefined): void {
    if (level?.isList) level.key = Number(level.key) + 1
  }

  function beginList(): void {
    const table = tableAt(levels.map(({ key }) => key))
    levels.push({ key: 0, isList: true, ...(table && { table }) })
    if (table) onRow(table)
  }

  function beginRow(table: Pick<TableRow, 'database' | 'table'>, token: Token): void {
    row = new TokenParser({ paths: ['$'] })
    row.onValue = ({ value }) => {
      row = undefined
      onRow({ ...table, value })
    }
    row.write(token)
  }

  return { take, isComplete: () => hasStarted && levels.length === 0 && !row }
}

/** The table of a list with this path; undefined for other lists. */
function tableAt(path: readonly (string | number)[]): Pick<TableRow, 'database' | 'table'> | undefined {
  const table = path.at(-1)
  const database = path.slice(0, -1).join('.')
  const isTable = typeof table === 'string' && table !== 'db' && table !== 'data'
  return isTable && /^(?:db\b)?\.?(?:\d+\b)?\.?(?:data)?$/.test(database) ? { database, table } : undefined
}
