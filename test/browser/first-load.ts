import type { Page } from '@playwright/test'
import { trackRequests } from './track-requests.ts'

/** The two screens that the bounds are about. */
export const screens = {
  phone: { viewport: { width: 360, height: 800 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
} as const

/** Bounds of the first load of three pages, in KiB. */
export const weights = [
  { name: 'home', path: '/', bounds: { phone: 170, desktop: 160 } },
  { name: 'article', path: '/blog/retinol-for-beginners', bounds: { phone: 120, desktop: 115 } },
  { name: 'shop', path: '/shop', bounds: { phone: 160, desktop: 155 } },
]

export type LoadedFile = { url: string; kind: FileKind; bytes: number }

export type FileKind = 'document' | 'scripts' | 'styles' | 'fonts' | 'pictures' | 'other'

const kinds: Record<string, FileKind> = {
  Document: 'document',
  Script: 'scripts',
  Stylesheet: 'styles',
  Font: 'fonts',
  Image: 'pictures',
}

/** Chromium fetches pictures 1,250 px ahead on a fast connection. Its headless shell, which knows none, would fetch 3,000. */
const fast = {
  offline: false,
  latency: 10,
  downloadThroughput: 1e8,
  uploadThroughput: 1e8,
  connectionType: 'wifi',
} as const

/**
 * Opens a page that has an empty cache, scrolls nothing, waits until the network is idle, and returns the files with their
 * bytes on the wire, response headers included.
 */
export async function firstLoad(page: Page, url: string): Promise<LoadedFile[]> {
  const files = new Map<string, LoadedFile>()
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', fast)
  client.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (!response.url.startsWith('data:'))
      files.set(requestId, { url: new URL(response.url).pathname, kind: kinds[type] ?? 'other', bytes: 0 })
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId)
    if (file) file.bytes = encodedDataLength
  })
  const requestsEnded = trackRequests(page)
  await page.goto(url, { waitUntil: 'networkidle' })
  await requestsEnded()
  await client.detach()
  return [...files.values()]
}

/** The sum in KiB. */
export function kibibytes(files: LoadedFile[], kind?: FileKind): number {
  return files.filter((file) => !kind || file.kind === kind).reduce((sum, { bytes }) => sum + bytes, 0) / 1024
}
