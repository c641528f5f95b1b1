import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { copyDemoData, startIsolatedSite } from '../browser/isolated-site.ts'
import { fromElsewhere } from '../from-elsewhere.ts'
import { freePort } from '../postgres.ts'

/** Starts of the built site on data folders that something is wrong with. */

const contact = { name: 'Ann Lee', email: 'ann@example.com', subject: 'Hello', message: 'a'.repeat(4900) }

/** A start that fails: its exit code and what it says. */
async function startAndFail(dataDir: string): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk
    })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, said: said.trim() }
}

for (const workers of ['1', '2']) {
  test(`a second server on a data folder ends with a sentence, and the first goes on (${workers})`, {
    timeout: 90_000,
  }, async () => {
    const site = await startIsolatedSite(await freePort(), { env: { WEB_CONCURRENCY: workers } })
    expect(await startAndFail(site.dataDir)).toEqual({
      code: 1,
      said: `Cannot start: another server uses the data folder ${site.dataDir}. Stop it first, or give this one a DATA_DIR of its own.`,
    })
    expect((await fetch(`${site.origin}/readyz`)).status).toBe(200)
    await site.stop()
  })
}

/** The demo on a small disk of its own; undefined if none can be mounted here. */
function mountSmallDisk() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'dewlight-small-disk-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=120m', 'tmpfs', dataDir]).status !== 0) {
    rmdirSync(dataDir)
    return undefined
  }
  copyDemoData(dataDir)
  return {
    dataDir,
    fill() {
      const { bavail, bsize } = statfsSync(dataDir)
      appendFileSync(path.join(dataDir, 'filler'), Buffer.alloc(bavail * bsize))
    },
    empty: () => rmSync(path.join(dataDir, 'filler')),
    remount: (mode: 'ro' | 'rw') => expect(spawnSync('mount', ['-o', `remount,${mode}`, dataDir]).status).toBe(0),
    unmount() {
      spawnSync('umount', ['-l', dataDir])
      rmdirSync(dataDir)
    },
  }
}

function sendContact(origin: string): Promise<Response> {
  return fetch(`${origin}/api/contacts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...fromElsewhere() },
    body: JSON.stringify(contact),
  })
}

type WriteFailure = { status: number; kind: string }

/** `fill` takes what is free: the write-ahead log that a killed process leaves behind is truncated at some time. */
async function expectReading(origin: string, { status, kind }: WriteFailure, fill: () => void): Promise<void> {
  for (const address of ['/', '/blog?page=2', '/search?q=cream', '/api/posts'])
    expect((await fetch(origin + address)).status, address).toBe(200)
  const statuses: number[] = []
  const write = async () => {
    fill()
    statuses.push((await sendContact(origin)).status)
    return statuses.at(-1)
  }
  await expect.poll(write, { interval: 1 }).toBe(status)
  // Writes that there was room for are stored; nothing else happens before the first refusal, and none of it on a read-only disk.
  expect(statuses.slice(0, -1).filter((one) => kind === 'read-only' || one !== 201)).toEqual([])
  const ready = async () => {
    fill()
    const response = await fetch(`${origin}/readyz`)
    return [response.status, await response.text()]
  }
  await expect.poll(ready).toEqual([200, expect.stringContaining(kind)])
}

for (const [what, isFull, refused] of [
  ['full', true, { status: 507, kind: 'disk-full' }],
  ['read-only', false, { status: 503, kind: 'read-only' }],
] as const) {
  for (const [ending, workers] of [
    ['SIGTERM', '1'],
    ['SIGKILL', '2'],
  ] as const) {
    test(`a site on a disk that is ${what} after ${ending} starts and is read (${workers})`, {
      timeout: 120_000,
    }, async ({ skip }) => {
      const disk = mountSmallDisk()
      skip(!disk, 'No small disk can be mounted here: it needs root.')
      const port = await freePort()
      const { dataDir, fill, empty, remount, unmount } = disk!
      const env = { DATA_DIR: dataDir, WEB_CONCURRENCY: workers, LOG_LEVEL: 'silent', TRUST_PROXY: '1' }
      try {
        const before = await startIsolatedSite(port, { env })
        expect((await sendContact(before.origin)).status).toBe(201)
        await before.stop(ending)
        if (isFull) {
          fill()
          expect(statfsSync(dataDir).bavail).toBe(0)
        } else remount('ro')
        const site = await startIsolatedSite(port, { env })
        await expectReading(site.origin, refused, isFull ? fill : () => {})
        await site.stop()
        if (isFull) empty()
        else remount('rw')
        const after = await startIsolatedSite(port, { env })
        expect((await sendContact(after.origin)).status).toBe(201)
        await after.stop()
      } finally {
        unmount()
      }
    })
  }
}
