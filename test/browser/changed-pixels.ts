import type { CDPSession, Page } from '@playwright/test'
import sharp from 'sharp'
import { contrast } from '../../src/contract/accounts/colours.ts'

/** WCAG 2.2, 1.4.11. */
const LEAST_CONTRAST = 3

/** In CSS pixels of the window. */
export type Box = { x: number; y: number; width: number; height: number }

/** The pixels around some boxes that differ by 3:1 with and without something. */
export type Change = {
  count: number
  /** The part of the perimeter of the boxes, within the window, that has such a pixel at most `reach` away. */
  part: number
}

type Options = {
  boxes: Box[]
  /** Runs in the page. */
  toggle: (isShown: boolean) => Promise<unknown>
  reach?: number
}

/** Captures the boxes before and after `toggle(false)`, and toggles back. */
export async function findChange(
  page: Page,
  client: CDPSession,
  { boxes, toggle, reach = 4 }: Options,
): Promise<Change> {
  const { width: right, height: bottom } = page.viewportSize()!
  const clip = surrounding(boxes, reach + 2, { right, bottom })
  if (clip.width <= 0 || clip.height <= 0) return { count: 0, part: 0 }
  const shown = await capture(page, client, clip)
  await toggle(false)
  const plain = await capture(page, client, clip)
  await toggle(true)
  const isChanged = changedPixels(shown, plain)
  let samples = 0
  let seen = 0
  for (const { x, y, isUpright } of boxes.flatMap(perimeter)) {
    const [left, top] = [Math.round(x - clip.x), Math.round(y - clip.y)]
    if (left < 0 || top < 0 || left >= clip.width || top >= clip.height) continue
    samples += 1
    for (let step = -reach; step <= reach; step++) {
      const [px, py] = isUpright ? [left + step, top] : [left, top + step]
      if (px < 0 || py < 0 || px >= clip.width || py >= clip.height || !isChanged[py * clip.width + px]) continue
      seen += 1
      break
    }
  }
  return { count: isChanged.reduce((sum, value) => sum + value, 0), part: samples === 0 ? 0 : seen / samples }
}

/** 1 for each pixel whose contrast is enough. */
function changedPixels(one: Buffer, other: Buffer): Uint8Array {
  const changed = new Uint8Array(one.length / 3)
  const known = new Map<string, number>()
  for (let at = 0; at < one.length; at += 3) {
    if (one[at] === other[at] && one[at + 1] === other[at + 1] && one[at + 2] === other[at + 2]) continue
    const pair = one.toString('hex', at, at + 3) + other.toString('hex', at, at + 3)
    if (!known.has(pair))
      known.set(pair, Number(contrast(`#${pair.slice(0, 6)}`, `#${pair.slice(6)}`) >= LEAST_CONTRAST))
    changed[at / 3] = known.get(pair)!
  }
  return changed
}

function surrounding(boxes: Box[], margin: number, window: { right: number; bottom: number }): Box {
  const x = Math.max(0, Math.floor(Math.min(...boxes.map((box) => box.x)) - margin))
  const y = Math.max(0, Math.floor(Math.min(...boxes.map((box) => box.y)) - margin))
  const right = Math.min(window.right, Math.ceil(Math.max(...boxes.map((box) => box.x + box.width)) + margin))
  const bottom = Math.min(window.bottom, Math.ceil(Math.max(...boxes.map((box) => box.y + box.height)) + margin))
  return { x, y, width: right - x, height: bottom - y }
}

/** A third of the time of Playwright's screenshot. */
async function capture(page: Page, client: CDPSession, { x, y, width, height }: Box): Promise<Buffer> {
  // A change is painted one or two frames later.
  const scrolled = await page.evaluate(
    () =>
      new Promise<{ x: number; y: number }>((resolve) => {
        const readScroll = () => resolve({ x: window.scrollX, y: window.scrollY })
        requestAnimationFrame(() => requestAnimationFrame(readScroll))
      }),
  )
  const { data } = await client.send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
    captureBeyondViewport: false,
    clip: { x: scrolled.x + x, y: scrolled.y + y, width, height, scale: 1 },
  })
  return sharp(Buffer.from(data, 'base64')).removeAlpha().raw().toBuffer()
}

/** Points on the sides, each two pixels. */
function perimeter({ x, y, width, height }: Box): { x: number; y: number; isUpright: boolean }[] {
  const steps = (length: number) => Array.from({ length: Math.max(1, Math.floor(length / 2)) }, (_, index) => 2 * index)
  return [
    ...steps(width).flatMap((step) => [y, y + height].map((side) => ({ x: x + step, y: side, isUpright: false }))),
    ...steps(height).flatMap((step) => [x, x + width].map((side) => ({ x: side, y: y + step, isUpright: true }))),
  ]
}
