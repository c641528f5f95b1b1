import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { startIsolatedSite } from '../browser/isolated-site.ts'
import { freePort } from '../postgres.ts'

/** A further library has to be worth its time at each start; what only some requests or jobs need loads with the first of them. */
const ofPrimary = [
  '@date-fns/tz',
  'aws4fetch',
  'better-sqlite3',
  'hono',
  'kysely',
  'lru-cache',
  'pino',
  'prom-client',
  'tar-stream',
  'zod',
]
const ofSite = [
  ...ofPrimary,
  '@hono/node-server',
  '@radix-ui/react-toast',
  '@tanstack/react-query',
  'csv-parse',
  'csv-stringify',
  'entities',
  'feed',
  'htmlparser2',
  'isbot',
  'otpauth',
  'p-queue',
  'postal-mime',
  'react',
  'react-dom',
  'sanitize-html',
  // Of `feed`, by `xml-js`.
  'sax',
  'yauzl',
]

test('a start loads few files, and no library but these', async () => {
  const loaded = await loadedAtStart('1')
  expect(loaded.libraries.filter((name) => !ofSite.includes(name))).toEqual([])
  expect(loaded.files).toBeLessThanOrEqual(70)
  expect(loaded.bytes).toBeLessThan(5_400_000)
})

test('the first of several processes loads no page, no route and none of their libraries', async () => {
  const loaded = await loadedAtStart('2')
  expect(loaded.libraries.filter((name) => !ofPrimary.includes(name))).toEqual([])
  expect(loaded.files).toBeLessThanOrEqual(20)
  expect(loaded.bytes).toBeLessThan(1_400_000)
})

/** Runs in each process of the site, and writes at its end which files it has loaded. */
const recorder = `
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
const urls = new Set()
registerHooks({
  load(url, context, next) {
    urls.add(url)
    return next(url, context)
  },
})
process.on('exit', () => writeFileSync(process.env.LOADED_FILES + process.pid, JSON.stringify([...urls])))`

/** What the process that was started loads until the first page is sent. */
async function loadedAtStart(workers: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-loaded-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const site = await startIsolatedSite(await freePort(), {
    env: {
      WEB_CONCURRENCY: workers,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(recorder)}`,
      LOADED_FILES: `${folder}/`,
    },
  })
  expect((await fetch(site.origin)).status).toBe(200)
  await site.stop('SIGTERM')
  const urls = JSON.parse(readFileSync(path.join(folder, String(site.pid)), 'utf8')) as string[]
  return describe(urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url)))
}

/** The bundler names the module above each part of its files. */
function describe(files: string[]) {
  const built = files.filter((file) => !file.includes('node_modules')).map((file) => readFileSync(file, 'utf8'))
  const modules = [...files, ...built.flatMap((text) => text.match(/^[/][/] .*node_modules[/].+$/gm) ?? [])]
  const names = modules.map((name) => /.*node_modules[/]((?:@[^/]+[/])?[^/]+)/.exec(name)?.[1])
  const direct = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  return {
    files: built.length,
    bytes: built.reduce((sum, text) => sum + text.length, 0),
    libraries: direct.filter((name) => names.includes(name)),
  }
}
