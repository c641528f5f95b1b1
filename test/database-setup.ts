import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connect } from '../src/server/platform/db/connect.ts'
import { migrateToLatest } from '../src/server/platform/db/migrate.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server, if the suite runs on one. */
    databaseUrl: string | undefined
    /** One database for each worker. Without a `template` (PGlite) they are migrated in place. */
    postgres: { serverUrl: string; template: string | undefined; databases: string[] } | undefined
    /** A migrated database file. */
    sqliteTemplate: string
  }
}

/**
 * Prepares migrated templates. `TEST_DATABASE=postgres` runs the suite on PostgreSQL, with `TEST_POOLER=pgbouncer` through
 * PgBouncer in transaction mode; otherwise it runs on SQLite.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE === 'postgres') return setUpPostgres(project)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'dewlight-template-'))
  await migrate({ databaseUrl: undefined, dataDir })
  project.provide('databaseUrl', undefined)
  project.provide('postgres', undefined)
  project.provide('sqliteTemplate', path.join(dataDir, 'dewlight.db'))
  return async () => rmSync(dataDir, { recursive: true, force: true })
}

async function setUpPostgres(project: TestProject): Promise<() => Promise<void>> {
  const workers = project.vitest.config.maxWorkers
  const server = await startPostgres()
  console.log(server.sentence)
  project.provide('databaseUrl', server.url)
  project.provide('sqliteTemplate', '')
  if (server.isEmbedded) {
    const others = await Promise.all(Array.from({ length: workers - 1 }, () => startPostgres()))
    const servers = [server, ...others]
    project.provide('postgres', {
      serverUrl: server.url,
      template: undefined,
      databases: servers.map(({ url }) => url),
    })
    return async () => void (await Promise.all(servers.map(({ stop }) => stop())))
  }
  const prefix = `dewlight_test_${process.pid}`
  const template = `${prefix}_template`
  const names = Array.from({ length: workers }, (_, index) => `${prefix}_${index + 1}`)
  await query(server, `create database ${template}`)
  await migrate({ databaseUrl: urlOf(server, template), dataDir: '' })
  const bouncer = process.env.TEST_POOLER === 'pgbouncer' ? await startPgBouncer(server.url) : undefined
  project.provide('postgres', {
    serverUrl: server.url,
    template,
    databases: names.map((name) => bouncer?.urlOf(urlOf(server, name)) ?? urlOf(server, name)),
  })
  return async () => {
    await bouncer?.stop()
    for (const name of [...names, template]) await query(server, `drop database if exists ${name} with (force)`)
    await server.stop()
  }
}

async function migrate(options: { databaseUrl: string | undefined; dataDir: string }): Promise<void> {
  const db = connect(options)
  try {
    await migrateToLatest(db)
  } finally {
    await db.destroy()
  }
}

async function query({ url }: TestPostgres, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

function urlOf({ url }: TestPostgres, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
