import * as missing from '../../../contract/content/missing-pages.ts'
import type { Redirect, RedirectInput, RedirectLine, RedirectQuery } from '../../../contract/content/redirects.ts'
import * as contract from '../../../contract/content/redirects.ts'
import { Rejection } from '../../platform/db/rejection.ts'
import type { Db } from '../../platform/db/schema.ts'
import { type Cell, csvDownload } from '../../platform/http/csv.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { listed, one } from '../../platform/http/replies.ts'
import { type AddressRules, checkAddresses } from './check-addresses.ts'
import { listMissingPages, setIgnored } from './missing-pages.repo.ts'
import { readRedirectFile } from './read-redirect-file.ts'
import type { RedirectHits } from './redirect-hits.ts'
import {
  findActiveRedirect,
  findDeletedRedirect,
  findRedirected,
  listRedirects,
  removeRedirect,
  restoreRedirect,
  walkRedirects,
  writeRedirect,
} from './redirects.repo.ts'
import { suggestTarget } from './suggest-target.repo.ts'

type Options = AddressRules & { redirectHits: RedirectHits }

export function redirectRoutes({ redirectHits, ...rules }: Options) {
  return [
    bind(contract.findRedirect, async ({ db, query: { address }, now }) => {
      const url = URL.parse(address, 'http://localhost')
      const found = url ? await findActiveRedirect(db, url, now) : undefined
      if (found) redirectHits.count(found.id)
      return { body: { to: found?.to_address ?? null, isExact: found?.from_address.includes('?') ?? false } }
    }),
    bind(contract.listRedirects, ({ db, query }) => listed(listRedirects(db, query))),
    bind(missing.listMissingPages, ({ db, query, now }) => listed(listMissingPages(db, query, now))),
    bind(missing.suggestTarget, async ({ db, query, now }) => ({
      body: { found: (await suggestTarget(db, query.address, now)) ?? null },
    })),
    bind(missing.ignoreMissingPage, ({ db, params }) => one(setIgnored(db, params.id, true))),
    bind(missing.watchMissingPage, ({ db, params }) => one(setIgnored(db, params.id, false))),
    bind(contract.exportRedirects, async ({ db, query }) =>
      csvDownload('redirects.csv', csvHeader, csvPages(db, query)),
    ),
    bindStaged(contract.createRedirect, async ({ body, now, transact }) => {
      const input = await checkAddresses(body, rules)
      return transact(body, async (db) => {
        const redirect = await writeRedirect(db, { input, now })
        return redirect && { status: 201, body: redirect, subject: redirect.from }
      })
    }),
    bindStaged(contract.saveRedirect, async ({ body, params, now, transact }) => {
      const input = await checkAddresses(body, rules)
      return transact(body, async (db) => {
        const redirect = await writeRedirect(db, { input, id: params.id, now })
        return redirect && { body: redirect, subject: redirect.from }
      })
    }),
    bind(contract.removeRedirect, ({ db, params, now }) => one(removeRedirect(db, params.id, now))),
    bindStaged(contract.restoreRedirect, async ({ db: reading, params, transact }) => {
      const deleted = await findDeletedRedirect(reading, params.id)
      // A page may have the address by now.
      if (deleted)
        await withoutField(() => checkAddresses({ from: deleted.from_address, to: deleted.to_address }, rules))
      return transact(params, (db) => withoutField(() => one(restoreRedirect(db, params.id))))
    }),
    bindStaged(contract.importRedirects, async ({ db: reading, body, now, transact }) => {
      const lines = await checkLines(reading, body.csv, rules)
      if (body.isDryRun)
        return transact(body, async () => ({
          body: { added: 0, lines: lines.map(toLine) },
          subject: countOf(lines.length),
        }))
      return transact(body, async (db) => {
        const written: CheckedLine[] = []
        for (const line of lines) written.push(await writeLine(db, line, now))
        const added = written.filter(({ problem }) => problem === null).length
        return { body: { added, lines: written.map(toLine) }, subject: `${countOf(added)} added` }
      })
    }),
  ]
}

const countOf = (count: number) => (count === 1 ? '1 line' : `${count} lines`)

/** Without a field a rejection is a 409: there is no input. */
async function withoutField<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    throw error instanceof Rejection ? new Rejection(error.message) : error
  }
}

type CheckedLine = RedirectLine & { input?: RedirectInput }

const toLine = ({ line, from, to, problem }: CheckedLine): RedirectLine => ({ line, from, to, problem })

async function checkLines(db: Db, csv: string, rules: AddressRules): Promise<CheckedLine[]> {
  const checked: CheckedLine[] = []
  for (const line of readRedirectFile(csv))
    checked.push(
      await orProblem(line, async () =>
        line.input ? { ...line, input: await checkAddresses(line.input, rules) } : line,
      ),
    )
  const redirected = await findRedirected(
    db,
    checked.flatMap(({ input }) => input?.from ?? []),
  )
  const seen = new Set<string>()
  return checked.map(({ input, ...line }) => {
    if (!input || line.problem !== null) return line
    if (redirected.has(input.from)) return { ...line, problem: 'This address is redirected already.' }
    if (seen.has(input.from)) return { ...line, problem: 'A line above has this address.' }
    seen.add(input.from)
    return { ...line, input }
  })
}

async function writeLine(db: Db, { input, ...line }: CheckedLine, now: string): Promise<CheckedLine> {
  if (!input) return line
  return orProblem(line, async () => {
    await writeRedirect(db, { input, now })
    return line
  })
}

/** Rules are checked before anything is written, so that a line with a problem leaves nothing behind. */
async function orProblem(line: CheckedLine, act: () => Promise<CheckedLine>): Promise<CheckedLine> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    return { line: line.line, from: line.from, to: line.to, problem: error.message }
  }
}

const csvHeader = ['from', 'to', 'origin', 'hits', 'last hit']

async function* csvPages(db: Db, query: RedirectQuery): AsyncGenerator<Cell[][]> {
  for await (const page of walkRedirects(db, query)) yield page.map(toCells)
}

function toCells({ from, to, origin, hits, lastHitAt }: Redirect): Cell[] {
  return [from, to, origin, hits, lastHitAt]
}
