import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { createLocalBus } from '../src/server/platform/cluster/bus.ts'
import { openRemotePurges } from '../src/server/platform/cluster/remote-purges.ts'
import { readConfig } from '../src/server/platform/config.ts'
import { PURGE_ALL, type Purge } from '../src/server/platform/db/purge-notices.ts'
import type { Db } from '../src/server/platform/db/schema.ts'
import { applyServerLimits, serverOptions } from '../src/server/platform/http/server-limits.ts'
import { openSite } from '../src/server.ts'
import { migratedDatabase, type TestDatabase } from './test-database.ts'

export type TestSiteChoices = {
  /** Fills the database before the site opens it. */
  rows?: (db: Db) => Promise<void>
  env?: Record<string, string>
  /** Another host on a database that a site serves already. */
  database?: TestDatabase
}

type LogLine = { level: number; msg: string; requestId?: string; path?: string; err?: { message: string } }

/** The whole site with its pages, on a real server and a fresh database of the kind that is being tested. */
export async function testSite({ rows, env, database }: TestSiteChoices = {}) {
  const { db, dataDir, databaseUrl } = database ?? (await migratedDatabase())
  await rows?.(db)
  const lines: LogLine[] = []
  const toLines = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)) as LogLine)
      done()
    },
  })
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...env })
  const log = pino({ level: 'warn' }, toLines)
  const remotePurges = openRemotePurges(config, log)
  // Otherwise a test begins before pages are kept.
  await new Promise<void>((resolve) => remotePurges.onSync((isInSync) => isInSync && resolve()))
  let purgeHere: (purge: Purge) => void = () => {}
  const site = await openSite({
    config,
    log,
    bus: {
      ...createLocalBus(),
      ...remotePurges,
      listen(purge) {
        purgeHere = purge
        remotePurges.listen(purge)
      },
    },
    assets: {
      start: '/start.js',
      entry: '/client.js',
      chunksOf: () => [],
      stylesOf: () => [],
      fileOf: () => undefined,
    },
    clientDir: undefined,
  })
  const server = applyServerLimits(createServer(serverOptions, site.listener))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await site.close()
    await remotePurges.close()
  })
  /** A number of `/metrics`; the sum over its labels. */
  const measure = async (name: string): Promise<number> => {
    const text = await (await fetch(`${origin}/metrics`)).text()
    return text
      .split('\n')
      .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  }
  return {
    db,
    database: { db, dataDir, databaseUrl },
    config,
    origin,
    port,
    lines,
    measure,
    /** Purges every cached response and read. */
    purgeAll: () => purgeHere(PURGE_ALL),
    get: (address: string, headers: Record<string, string> = {}) =>
      fetch(origin + address, { headers, redirect: 'manual' }),
  }
}
