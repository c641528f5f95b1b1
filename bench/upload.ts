/**
 * `npm run bench:upload`: uploads a 50-megapixel photo to the media library while a reader requests pages. Prints the peak
 * memory of the site's process and the longest latency, each with and without the upload.
 */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import '../scripts/build-if-changed.ts'
import { startSite } from './processes.ts'

const WIDTH = 8660
const HEIGHT = 5774

const site = await startSite()
try {
  const cookie = await signIn()
  const quiet = await longestWait(async () => new Promise((resolve) => setTimeout(resolve, 3000)))
  const before = peakMemory()
  const photo = await makePhoto()
  let status = 0
  const busy = await longestWait(async () => {
    const form = new FormData()
    form.set('image', new File([new Uint8Array(photo)], 'large.jpg', { type: 'image/jpeg' }))
    status = (await fetch(`${site.origin}/api/images`, { method: 'POST', body: form, headers: { cookie } })).status
  })
  console.log(
    `${((WIDTH * HEIGHT) / 1e6).toFixed(0)} megapixels, ${(photo.length / 1e6).toFixed(1)} MB: answered ${status}`,
  )
  console.log(`most memory: ${before} MB before, ${peakMemory()} MB with it`)
  console.log(
    `a reader's longest wait: ${quiet.toFixed(0)} ms without, ${busy.toFixed(0)} ms with it (ratio ${(busy / quiet).toFixed(1)})`,
  )
} finally {
  await site.stop()
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${site.origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'dewlight-demo' }),
  })
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Smooth noise: decodes as slowly as a photo and stays below the upload limit. */
function makePhoto(): Promise<Buffer> {
  const noise = { width: 400, height: 267, channels: 3 as const, background: '#888' }
  return sharp({ create: { ...noise, noise: { type: 'gaussian', mean: 128, sigma: 40 } } })
    .resize(WIDTH, HEIGHT, { kernel: 'cubic' })
    .jpeg({ quality: 60 })
    .toBuffer()
}

/** The longest of many sequential requests for a cached page while `act` runs, in milliseconds. */
async function longestWait(act: () => Promise<unknown>): Promise<number> {
  let isOver = false
  let longest = 0
  const acting = act().finally(() => {
    isOver = true
  })
  while (!isOver) {
    const start = performance.now()
    await (await fetch(`${site.origin}/`)).arrayBuffer()
    longest = Math.max(longest, performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await acting
  return longest
}

/** Peak resident memory in megabytes (Linux). */
function peakMemory(): number {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${site.pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}
