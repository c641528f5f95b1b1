import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makePost } from '../../test/factories.ts'
import { migratedDatabase } from '../../test/test-database.ts'

// Node 20 passes Ctrl-C of a terminal on to a process that has received it already.
test('a backup that is stopped twice leaves no files behind', { timeout: 60_000 }, async () => {
  const { db, dataDir, databaseUrl } = await migratedDatabase()
  await makePost(db)
  await db.destroy()
  for (let i = 0; i < 30; i++) {
    const folder = path.join(dataDir, 'media', `image-${i}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'source'), Buffer.alloc(4_000_000, i))
  }
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, ['src/cli.ts', 'backup'], {
    env: { ...inherited, DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) },
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const backupDir = path.join(dataDir, 'backups')
  const begun = () => existsSync(backupDir) && readdirSync(backupDir).length > 0
  await expect.poll(begun, { timeout: 20_000, interval: 5 }).toBe(true)
  for (let i = 0; i < 3; i++) {
    child.kill('SIGINT')
    await sleep(3)
  }
  await ended
  expect(readdirSync(backupDir)).toEqual([])
})
