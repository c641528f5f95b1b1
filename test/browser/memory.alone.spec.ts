import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { mallocSettings } from '../../bin/malloc-settings.js'
import { readMachine, sizeFor } from '../../src/server/platform/machine.ts'
import { owner } from '../demo-owner.ts'
import { createMemoryLimit } from '../memory-limit.ts'
import { makePhoto, upload } from '../photos.ts'
import { memoryOf, treeOf } from '../processes.ts'
import { startIsolatedSite } from './isolated-site.ts'

/** The memory that small machines need by default, as stated in docs/operating.md. */
const port = Number(process.env.E2E_PORT ?? 3210) + 80
const MB = 1024 * 1024

test.describe.configure({ mode: 'serial' })

for (const { machine, memory, most } of [
  { machine: '1 GB', memory: 960, most: 500 },
  { machine: '2 GB', memory: 1920, most: 800 },
]) {
  test(`on a machine with ${machine} the site stays below ${most} MB while it decodes large images`, async () => {
    test.setTimeout(300_000)
    const size = sizeFor({ ...readMachine(), memory: memory * MB })
    const limit = createMemoryLimit(memory * MB)
    if (!limit) console.log('No control group can be made here: the processes are set by hand, without a limit.')
    const defaults = { WEB_CONCURRENCY: '', PAGE_CACHE_MB: '' }
    const byHand = { WEB_CONCURRENCY: String(size.workers), PAGE_CACHE_MB: String(size.pageCacheBytes / MB) }
    const env = { ...(limit ? defaults : byHand), ...mallocSettings, TRUST_PROXY: '1' }
    const site = await startIsolatedSite(port, { env, cgroup: limit?.folder })
    const measure = () => treeOf(site.pid).reduce((sum, pid) => sum + memoryOf(pid).pss, 0)
    try {
      const expected = size.workers === 1 ? 1 : size.workers + 1
      await expect.poll(() => treeOf(site.pid).length, { timeout: 60_000 }).toBe(expected)
      const login = await fetch(`${site.origin}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(owner),
      })
      const cookie = login.headers.get('set-cookie')!.split(';')[0]!
      const interlaced = await sharp({ create: { width: 8000, height: 7000, channels: 3, background: '#846' } })
        .png({ progressive: true })
        .toBuffer()
      const photos = [await makePhoto(), await makePhoto(7500, 7000), interlaced]
      let isOver = false
      let peak = 0
      const sampling = (async () => {
        while (!isOver) {
          peak = Math.max(peak, measure())
          await pause(100)
        }
      })()
      const statuses = await Promise.all(photos.map((photo) => upload(site.origin, cookie, photo)))
      isOver = true
      await sampling
      console.log(`${machine}: ${expected} processes, ${Math.round(peak)} MB at most`)
      expect(statuses).toEqual([201, 201, 201])
      expect(peak).toBeLessThan(most)
    } finally {
      await site.stop()
      limit?.remove()
    }
  })
}
