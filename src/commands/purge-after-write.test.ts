import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../../test/run-command.ts'
import { migratedDatabase } from '../../test/test-database.ts'
import { listCdnPurges } from '../server/platform/cdn/cdn-purges.repo.ts'

/** Each command is a process, which takes long on a busy machine. */
const PROCESSES_MS = 120_000

test('commands that write queue a purge of the whole CDN, which the site sends', {
  timeout: PROCESSES_MS,
}, async () => {
  const place = await migratedDatabase()
  const { db, dataDir } = place
  const queued = async () => {
    const tags = (await listCdnPurges(db)).map(({ tag }) => tag)
    await db.deleteFrom('cdn_purges').execute()
    return tags
  }
  const csv = path.join(dataDir, 'products.csv')
  await writeFile(csv, 'Name,Category,Price,Affiliate link\nOat cream,Masks,24.5,https://shop.example/oat\n')
  const env = { CDN: 'varnish', CDN_URL: 'http://127.0.0.1:9', SITE_URL: '' }
  const run = async (...args: string[]) => {
    const { code, said } = await runCommand(args, { ...place, env })
    expect(code, said).toBe(0)
    return said
  }
  for (const args of [
    ['seed'],
    ['purge'],
    ['admin', 'create', '--username', 'nora', '--generate'],
    ['import', 'products', csv, '--apply'],
  ]) {
    await run(...args)
    expect(await queued(), args[0]).toEqual(['all'])
  }
  const backup = /\S+\.tar\.gz/.exec(await run('backup'))![0]
  expect(await queued()).toEqual([])
  await run('restore', path.join(dataDir, 'backups', path.basename(backup)), '--force')
  expect(await queued()).toEqual(['all'])
  const { code } = await runCommand(['purge'], place)
  expect([code, await queued()]).toEqual([0, []])
})
