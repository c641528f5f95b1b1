import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type OwnSite = {
  origin: string
  dataDir: string
  /** The process that was started. */
  pid: number
  /** What it has written to its output so far. */
  output(): string
  stop(): Promise<void>
}

/** The built site on a data folder of its own, for what would disturb the tests that share one. Ready when this resolves. */
export async function startOwnSite(port: number, env: Record<string, string> = {}): Promise<OwnSite> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'dewlight-own-site-'))
  takeDrawnPictures(dataDir)
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  const origin = `http://localhost:${port}`
  while (!(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`The site did not start: ${output}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    origin,
    dataDir,
    pid: child.pid!,
    output: () => output,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The demo's pictures as the shared site has drawn them by now: to draw them anew would keep the processors busy for minutes. */
function takeDrawnPictures(dataDir: string): void {
  const drawn = path.resolve(import.meta.dirname, '../test-results/site-data/media')
  if (!existsSync(drawn)) return
  const isDrawn = (file: string) => !/(?:unfinished|source)[^/]*$/.test(file)
  cpSync(drawn, path.join(dataDir, 'media'), { recursive: true, filter: isDrawn })
}
