import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The built site with the demo, apart from the one that the other tests share: on it everything may be changed. */
export type OwnSite = { origin: string; port: number; dataDir: string; stop(): Promise<void> }

type OwnSiteOptions = { port?: number; dataDir?: string }

/** Ready when this resolves. `port` and `dataDir` are those of a site before it; without them both are fresh. */
export async function startOwnSite({ port, dataDir }: OwnSiteOptions = {}): Promise<OwnSite> {
  const at = port ?? (await freePort())
  const folder = dataDir ?? makeDataDir()
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', PORT: String(at), DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://localhost:${at}`
  await untilReady(`${origin}/readyz`, child)
  return { origin, port: at, dataDir: folder, stop: () => end(child) }
}

/** An empty data folder; `removeDataDirs` removes all of them. */
export function makeDataDir(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-e2e-'))
  folders.push(folder)
  return folder
}

const folders: string[] = []

export function removeDataDirs(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The site did not start.')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
