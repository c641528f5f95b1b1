/**
 * `npm run bench:site-import`: imports an export of WordPress with 5,000 posts and 20,000 pictures (`BENCH_POSTS`, `BENCH_PICTURES`) from
 * a folder by the command, which is killed five times (`BENCH_KILLS`) and repeated. Prints the time, the peak memory of the command
 * and the rows that it leaves, next to the time that decoding and storing the same pictures takes alone.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { createImageStore } from '../src/server/content/images/image-store.ts'
import { connect } from '../src/server/platform/db/connect.ts'
import { migrateToLatest } from '../src/server/platform/db/migrate.ts'
import { createFolderStorage } from '../src/server/platform/storage/folder-storage.ts'

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
  const pictures = await makePictures()
  await makeExport()
  const alone = await storeAlone(pictures)
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

/** Twenty photos, each repeated with other bytes behind its end. */
async function makePictures(): Promise<Buffer[]> {
  await mkdir(path.join(exported, 'uploads'), { recursive: true })
  const bases = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      sharp({
        create: {
          width: 1200,
          height: 800,
          channels: 3,
          background: '#ccc',
          noise: { type: 'gaussian', mean: 100 + at * 5, sigma: 20 },
        },
      })
        .jpeg({ quality: 80 })
        .toBuffer(),
    ),
  )
  const made = (at: number) => Buffer.concat([bases[at % bases.length]!, Buffer.from(String(at))])
  for (let at = 0; at < PICTURES; at += 1) await writeFile(path.join(exported, 'uploads', `p${at}.jpg`), made(at))
  return Array.from({ length: SAMPLE }, (_, at) => Buffer.concat([made(at), Buffer.from('alone')]))
}

async function makeExport(): Promise<void> {
  const file = createWriteStream(path.join(exported, 'export.xml'))
  const url = (at: number) => `https://old.example/wp-content/uploads/p${at}.jpg`
  const words = 'It stays calm through a whole winter, and that is what counts. '.repeat(30)
  file.write(
    '<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Old</title><wp:base_blog_url>https://old.example</wp:base_blog_url>',
  )
  for (let at = 0; at < PICTURES; at += 1)
    file.write(
      `<item><title>p${at}</title><wp:post_id>${100_000 + at}</wp:post_id><wp:post_type>attachment</wp:post_type><wp:attachment_url>${url(at)}</wp:attachment_url></item>`,
    )
  for (let at = 0; at < POSTS; at += 1) {
    const own = Array.from({ length: Math.ceil(PICTURES / POSTS) }, (_, each) => (at * 4 + each) % PICTURES)
    const figures = own.map(
      (each) =>
        `<!-- wp:image {"id":${100_000 + each}} --><figure class="wp-block-image"><img src="${url(each)}" class="wp-image-${100_000 + each}"/></figure><!-- /wp:image -->`,
    )
    file.write(
      `<item><title>Post number ${at}</title><link>https://old.example/2019/05/post-${at}/</link><wp:post_id>${at + 1}</wp:post_id><wp:post_name>post-${at}</wp:post_name><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><wp:post_date_gmt>2019-05-03 08:00:00</wp:post_date_gmt><content:encoded><![CDATA[<!-- wp:paragraph --><p>${words}</p><!-- /wp:paragraph -->${figures.join('')}]]></content:encoded></item>`,
    )
  }
  file.end('</channel></rss>')
  await once(file, 'finish')
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
  const child = spawn(process.execPath, ['src/cli.ts', 'import', 'wordpress', exported, '--no-fetch'], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
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

/** In MB, on Linux; 0 elsewhere and for a process that has ended. */
function peakMemory(pid: number): number {
  try {
    return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
