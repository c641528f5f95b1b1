import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'
import { startPostgres, type TestPostgres } from './postgres.ts'

export type Place = { databaseUrl: string | undefined; dataDir: string }

/**
 * Empty databases of both kinds for the tests of one file: a folder for SQLite, a database on a PostgreSQL server. They are
 * deleted after the test, or with `isForFile` after the last one.
 */
export function bothDatabases({ isForFile = false } = {}) {
  let server: TestPostgres
  const cleanups: (() => unknown)[] = []
  const onFinished = (clean: () => unknown) => {
    if (isForFile) cleanups.push(clean)
    else onTestFinished(async () => void (await clean()))
  }
  let count = 0
  beforeAll(async () => {
    const suite = inject('postgres')
    // PGlite, which has no template, belongs to one worker.
    server = suite?.template ? { url: suite.serverUrl, sentence: '', stop: async () => {} } : await startPostgres()
  }, 60_000)
  afterAll(async () => {
    for (const clean of cleanups.reverse()) await clean()
    await server?.stop()
  })

  const folder = () => {
    const made = mkdtempSync(path.join(tmpdir(), 'dewlight-both-'))
    onFinished(() => rmSync(made, { recursive: true, force: true }))
    return made
  }
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  return {
    sqlite: (): Place => ({ databaseUrl: undefined, dataDir: folder() }),
    async postgres(): Promise<Place> {
      const dataDir = folder()
      if (server.isEmbedded) {
        await query('drop schema if exists public cascade; create schema public')
        return { databaseUrl: server.url, dataDir }
      }
      const name = `dewlight_both_${process.pid}_${++count}`
      await query(`create database ${name}`)
      onFinished(() => query(`drop database if exists ${name} with (force)`))
      const url = new URL(server.url)
      url.pathname = `/${name}`
      return { databaseUrl: url.href, dataDir }
    },
  }
}
