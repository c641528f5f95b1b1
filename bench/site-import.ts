/**
 * `npm run bench:site-import`: imports an export of WordPress with 5,000 posts and 20,000 pictures (`BENCH_POSTS`, `BENCH_PICTURES`) from
 * a folder by the command, which is killed five times (`BENCH_KILLS`) and repeated. Prints the time, the peak memory of the command
 * and the rows that it leaves, next to the time that decoding and storing the same pictures takes alone.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { mallocSettings } from '../bin/malloc-settings.js'
import { serverFlags } from '../bin/replace-process.js'
import { createImageStore } from '../src/server/content/images/image-store.ts'
import { connect } from '../src/server/platform/db/connect.ts'
import { migrateToLatest } from '../src/server/platform/db/migrate.ts'
import { createFolderStorage } from '../src/server/platform/storage/folder-storage.ts'
import { peakMemory } from './readers.ts'
import { makeExport, makePictures } from './wordpress-export.ts'

const POSTS = Number(process.env.BENCH_POSTS ?? 5000)
const PICTURES = Number(process.env.BENCH_PICTURES ?? 20_000)
const KILLS = Number(process.env.BENCH_KILLS ?? 5)
/** Pictures that are stored alone, to compare. */
const SAMPLE = 200

const folder = await mkdtemp(path.join(tmpdir(), 'dewlight-site-import-'))
const dataDir = path.join(folder, 'data')
const exported = path.join(folder, 'export')
const db = connect({ databaseUrl: undefined, dataDir })
try {
  await migrateToLatest(db)
  await makeExport(exported, { posts: POSTS, pictures: PICTURES })
  const alone = await storeAlone(await makePictures(SAMPLE, 'alone'))
  const runs: { seconds: number; megabytes: number }[] = []
  for (let kills = 0; kills < KILLS; kills += 1) runs.push(await run((POSTS + PICTURES) / 100))
  const last = await run()
  runs.push(last)
  const seconds = runs.reduce((sum, each) => sum + each.seconds, 0)
  const perPicture = (alone / SAMPLE) * 1000
  console.log(`${POSTS} posts, ${PICTURES} pictures, killed ${KILLS} times: ${seconds.toFixed(0)} s in all`)
  console.log(`peak memory of a run: ${Math.max(...runs.map(({ megabytes }) => megabytes)).toFixed(0)} MB`)
  console.log(
    `a picture alone: ${perPicture.toFixed(1)} ms; import / pictures alone: ${(seconds / ((perPicture * PICTURES) / 1000)).toFixed(2)}`,
  )
  console.log(
    `posts: ${await countOf('posts')}, images: ${await countOf('images')}, redirects: ${await countOf('own_redirects')}`,
  )
} finally {
  await db.destroy()
  await rm(folder, { recursive: true, force: true })
}

async function countOf(table: 'posts' | 'images' | 'own_redirects'): Promise<number> {
  return (await db.selectFrom(table).select('id').execute()).length
}

/** The seconds in which the same code stores pictures without an import. */
async function storeAlone(pictures: readonly Buffer[]): Promise<number> {
  const images = createImageStore(createFolderStorage(path.join(folder, 'alone')))
  const startedAt = performance.now()
  for (const picture of pictures)
    await images.store(
      picture,
      async () => false,
      async () => undefined,
    )
  return (performance.now() - startedAt) / 1000
}

/** One run of the command, killed when it has written `rows` more rows. */
async function run(rows?: number): Promise<{ seconds: number; megabytes: number }> {
  const startedAt = performance.now()
  const before = await written()
  const child = spawn(process.execPath, [...serverFlags, 'src/cli.ts', 'import', 'wordpress', exported, '--no-fetch'], {
    env: { ...process.env, ...mallocSettings, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  let megabytes = 0
  const watching = (async () => {
    while (child.exitCode === null && child.signalCode === null) {
      megabytes = Math.max(megabytes, peakMemory(child.pid!))
      if (rows !== undefined && (await written()) - before >= rows) child.kill('SIGKILL')
      await sleep(200)
    }
  })()
  await ended
  await watching
  return { seconds: (performance.now() - startedAt) / 1000, megabytes }
}

async function written(): Promise<number> {
  return (await countOf('posts')) + (await countOf('images'))
}
