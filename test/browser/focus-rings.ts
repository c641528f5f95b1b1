import type { Page } from '@playwright/test'
import { type Box, findChange } from './changed-pixels.ts'

/** The part of a perimeter that must change when its control receives the focus. */
const LEAST_PART = 0.4

type Stop = { name: string; kind: string; boxes: Box[] }

/**
 * Tabs through the page and compares the pixels around each stop with and without outlines. `hidden` lists each stop whose ring
 * is clipped, covered or too faint. Of a kind, that is the tag and the classes of a control and what it is in, the first is
 * compared, and none that is in `compared`.
 */
export async function findHiddenRings(
  page: Page,
  compared = new Set<string>(),
): Promise<{ hidden: string[]; stops: number }> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(addStyle)
  const client = await page.context().newCDPSession(page)
  const toggle = (isShown: boolean) =>
    page.evaluate((isPlain) => document.documentElement.toggleAttribute('data-without-rings', isPlain), !isShown)
  const hidden: string[] = []
  for (let stops = 0; stops < 400; stops++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(describeStop)
    if (stop === 'end') {
      await client.detach()
      return { hidden, stops }
    }
    if (stop === 'skip' || compared.has(stop.kind)) continue
    compared.add(stop.kind)
    // The focus and the scrolling to it are painted some frames later.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    const boxes = await page.evaluate(describeStop).then((now) => (typeof now === 'string' ? stop.boxes : now.boxes))
    const { part } = await findChange(page, client, { boxes, toggle })
    if (part < LEAST_PART) hidden.push(`${(100 * part).toFixed(0)} % of the ring of ${stop.name}`)
  }
  throw new Error(`The focus never leaves ${page.url()}`)
}

/** A constructed sheet, which the content security policy allows. */
function addStyle(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { caret-color: transparent !important } [data-without-rings] :is(*, *::before, *::after) { outline-color: transparent !important }',
  )
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

/** Runs in the page: what has the focus, and the boxes that its outline is drawn around. */
function describeStop(): Stop | 'end' | 'skip' {
  const focused = document.activeElement
  if (!focused || focused === document.body) return 'end'
  // A caret shows the focus of the text; a frame has stops of its own.
  if (focused instanceof HTMLIFrameElement || focused.matches('.rich-text')) return 'skip'
  const hasOutline = (element: Element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
  }
  // The label of a hidden radio button has the ring.
  let owner = focused.getBoundingClientRect().width > 1 ? focused : (focused.closest('label') ?? focused)
  while (!hasOutline(owner) && owner.parentElement) owner = owner.parentElement
  if (!hasOutline(owner)) owner = focused
  const { outlineOffset, outlineWidth, display } = getComputedStyle(owner)
  const grow = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth) / 2
  // The outline of an inline element is around the pictures in it, too, and on each line by itself.
  const children = display === 'inline' ? [...owner.querySelectorAll('*')] : []
  const lines = [...owner.getClientRects()]
  const isOne = lines.length === 1 || children.some((child) => getComputedStyle(child).display !== 'inline')
  const rects = [owner, ...children].flatMap((element) => [...element.getClientRects()])
  const left = Math.min(...rects.map((rect) => rect.left))
  const top = Math.min(...rects.map((rect) => rect.top))
  const right = Math.max(...rects.map((rect) => rect.right))
  const bottom = Math.max(...rects.map((rect) => rect.bottom))
  const boxes = isOne ? [{ x: left, y: top, width: right - left, height: bottom - top }] : lines
  const classes = (element: Element | null | undefined) =>
    `${element?.localName} ${element?.getAttribute('class') ?? ''}`
  const words = (focused.getAttribute('aria-label') || focused.textContent || focused.getAttribute('name') || '').trim()
  return {
    name: `${classes(focused).replaceAll(/\s+/g, '.')} '${words.replaceAll(/\s+/g, ' ').slice(0, 40)}' in ${classes(focused.parentElement)}`,
    kind: [focused, focused.parentElement, focused.parentElement?.parentElement].map(classes).join(' in '),
    boxes: boxes.map(({ x, y, width, height }) => ({
      x: x - grow,
      y: y - grow,
      width: width + 2 * grow,
      height: height + 2 * grow,
    })),
  }
}
