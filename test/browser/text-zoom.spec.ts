import type { Page } from '@playwright/test'
import { expect, open, test } from './site-test.ts'

const paths = [
  '/',
  '/blog',
  '/blog/retinol-for-beginners',
  '/blog/four-gentle-cleansers-compared',
  '/shop',
  '/shop/linnet-row-vitamin-c-morning-serum',
  '/ingredients/niacinamide',
  '/routines/under-forty-dollars',
  '/contact',
  '/search?q=sunscreen',
]

for (const width of [1280, 768, 360])
  test(`at ${width} px no page is wider than the window where text alone is zoomed to 200 %`, async ({ page }) => {
    test.slow()
    const client = await page.context().newCDPSession(page)
    // Firefox' zoom of text and a browser's larger text also double the `rem` of media queries; a reader's own style does not.
    for (const zoom of ['browser', 'style'] as const) {
      await client.send('Page.setFontSizes', { fontSizes: { standard: zoom === 'browser' ? 32 : 16 } })
      for (const path of paths) {
        await page.setViewportSize({ width, height: 800 })
        await open(page, path)
        if (zoom === 'style') await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
        expect.soft(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
        expect.soft(await tooWide(page), `${path} zoomed by ${zoom}`).toEqual([])
      }
    }
  })

/** What is wider than the window, after the number of pixels. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const overflow = document.documentElement.scrollWidth - width
    if (overflow <= 0) return []
    const isClipped = (element: Element) => {
      for (let box = element.parentElement; box && box !== document.body; box = box.parentElement)
        if (getComputedStyle(box).overflowX !== 'visible') return true
      return false
    }
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > width + 1 && !isClipped(element),
    )
    return [
      `${overflow} px`,
      ...wide.slice(0, 8).map((element) => `${element.localName}.${element.getAttribute('class')}`),
    ]
  })
}
